package io.sluice.hub.check;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.cel.CelVariable;
import io.sluice.check.CheckReply;
import io.sluice.check.CheckResult;
import io.sluice.check.CheckTarget.WatchedObject;
import io.sluice.hub.client.HubObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Judges objects of the hub: each must pass, and one that is to wait makes all wait. */
final class ObjectAsker {
  private final CheckedObjectReader reader;

  ObjectAsker(CheckedObjectReader reader) {
    this.reader = requireNonNull(reader, "reader is null");
  }

  /**
   * Reads and judges them.
   *
   * @param namespace of the Rollout
   * @param clusters of the group
   */
  CheckReply ask(WatchedObject target, String namespace, Supplier<List<String>> clusters) {
    AnswerJudge judge =
        new AnswerJudge("object", CelVariable.OBJECT, target.passed(), target.waits());
    List<GenericKubernetesResource> objects = reader.read(target, namespace, clusters);
    List<String> failed = new ArrayList<>();
    for (GenericKubernetesResource object : objects) {
      String name = object.getMetadata().getName();
      CheckResult result = judge.judge(HubObjects.toTree(object));
      if (result == CheckResult.WAIT) {
        return new CheckReply(result, "wait: %s %s".formatted(target.kind(), name), "");
      }
      if (result == CheckResult.FAILED) {
        failed.add(name);
      }
    }
    return failed.isEmpty()
        ? new CheckReply(CheckResult.PASSED, "passed: " + number(objects.size()), "")
        : new CheckReply(
            CheckResult.FAILED,
            "failed: %d of %s, first %s"
                .formatted(failed.size(), number(objects.size()), failed.get(0)),
            "");
  }

  private static String number(int objects) {
    return objects == 1 ? "1 object" : objects + " objects";
  }
}
