package io.sluice.control.rollout;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.Dispatch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Makes the change to a replica that a conformance case describes in words. */
final class HandEdit {
  private static final List<String> NO_CHANGE =
      List.of(
          "status",
          "resourceversion",
          "uid",
          "nothing",
          "no difference",
          "same",
          "identical",
          "equal",
          "equivalent");

  private HandEdit() {}

  /** Returns whether the change is the deletion of the replica. */
  static boolean deletes(String description) {
    return description.toLowerCase(Locale.ROOT).startsWith("replica deleted");
  }

  /** Returns the changes of metadata and spec, one or several; empty if none is understood. */
  static Optional<Consumer<GenericKubernetesResource>> of(String description) {
    String text = description.toLowerCase(Locale.ROOT);
    List<Consumer<GenericKubernetesResource>> changes = new ArrayList<>();
    if (text.contains("sluice.io")) {
      changes.add(replica -> annotations(replica).put(Dispatch.ANNOTATION, "{}"));
    } else if (text.contains("annotation")) {
      changes.add(replica -> edit(text, annotations(replica)));
    }
    if (text.contains("label")) {
      changes.add(replica -> edit(text, replica.getMetadata().getLabels()));
    }
    if (text.contains("finalizer")) {
      changes.add(replica -> replica.getMetadata().setFinalizers(List.of("example.com/by-hand")));
    }
    if (text.contains("nil") || text.contains("empty")) {
      changes.add(replica -> spec(replica, "dependencies", List.of()));
    } else if (Stream.of("spec", "remediationaction", "template").anyMatch(text::contains)) {
      changes.add(replica -> spec(replica, "remediationAction", "enforce"));
    }
    boolean understood = !changes.isEmpty() || NO_CHANGE.stream().anyMatch(text::contains);
    return Optional.<Consumer<GenericKubernetesResource>>of(
            replica -> changes.forEach(change -> change.accept(replica)))
        .filter(all -> understood);
  }

  private static void edit(String text, Map<String, String> entries) {
    if (text.contains("removed") || text.contains("deleted")) {
      entries.remove(new TreeMap<>(entries).firstKey());
    } else if (text.contains("added")) {
      entries.put("by-hand", "true");
    } else {
      entries.replaceAll((key, value) -> value + "x");
    }
  }

  private static Map<String, String> annotations(GenericKubernetesResource replica) {
    if (replica.getMetadata().getAnnotations() == null) {
      replica.getMetadata().setAnnotations(new TreeMap<>());
    }
    return replica.getMetadata().getAnnotations();
  }

  private static void spec(GenericKubernetesResource replica, String field, Object value) {
    Map<String, Object> spec = new LinkedHashMap<>(HubObjects.part(replica, "spec"));
    spec.put(field, value);
    replica.setAdditionalProperty("spec", spec);
  }
}
