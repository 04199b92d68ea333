package io.sluice.hub.template;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.Dispatch;
import io.sluice.policy.JsonTree;
import io.sluice.template.KarmadaKeys;
import io.sluice.template.work.WorkName;
import io.sluice.template.work.WorkRenderer;
import io.sluice.template.work.WorkState;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Parses Works; an annotation that was edited until it cannot be read counts as absent. */
public final class WorkParser {
  private WorkParser() {}

  /** Parses the Works that are not being deleted, by cluster. */
  public static Map<String, WorkState> standing(Collection<GenericKubernetesResource> works) {
    Map<String, WorkState> standing = new TreeMap<>();
    for (GenericKubernetesResource work : works) {
      boolean ofCluster = work.getMetadata().getNamespace().startsWith(WorkName.namespace(""));
      if (ofCluster && !HubObjects.deleting(work)) {
        WorkState state = parse(work);
        standing.put(state.cluster(), state);
      }
    }
    return standing;
  }

  /** Returns the version of what a Work holds; a cache knows it. */
  public static String held(GenericKubernetesResource work) {
    return work instanceof WorkShell shell
        ? shell.content().revision()
        : WorkRenderer.revision(HubObjects.part(work, "spec"), HubObjects.annotations(work));
  }

  /** Returns the status of a Work. */
  public static Map<String, Object> status(GenericKubernetesResource work) {
    return work instanceof WorkShell shell
        ? JsonTree.map(shell.others(), "status")
        : HubObjects.part(work, "status");
  }

  /** Parses one that is in the namespace of a cluster. */
  public static WorkState parse(GenericKubernetesResource work) {
    Map<String, String> annotations = HubObjects.annotations(work);
    return new WorkState(
        work.getMetadata().getNamespace().substring(KarmadaKeys.EXECUTION_NAMESPACE.length()),
        HubObjects.generation(work),
        annotations,
        HubObjects.part(work, "spec"),
        status(work),
        Optional.ofNullable(annotations.get(Dispatch.ANNOTATION))
            .flatMap(text -> HubObjects.parse(text, Dispatch.class)));
  }
}
