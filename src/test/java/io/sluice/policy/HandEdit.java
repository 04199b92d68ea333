package io.sluice.policy;

import io.sluice.ConformanceCases;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Makes the change to a replica that a conformance case describes. */
record HandEdit(ReplicaContent before, ReplicaContent after) {
  private static final List<String> NOT_COMPARED =
      List.of("status", "resourceversion", "finalizer", "owner", "uid");
  private static final List<String> NO_CHANGE =
      List.of("nothing", "no difference", "same", "identical", "equal", "equivalent");

  static HandEdit of(String description) {
    String text = description.toLowerCase(Locale.ROOT);
    ReplicaContent before = rendered();
    if (text.startsWith("replica deleted")) {
      return new HandEdit(before, new ReplicaContent(null, null, Map.of()));
    }
    Map<String, String> labels = new TreeMap<>(before.labels());
    Map<String, String> annotations = new TreeMap<>(before.annotations());
    Map<String, Object> spec = new LinkedHashMap<>(before.spec());
    List<String> touched = new ArrayList<>();
    if (text.contains("sluice.io")) {
      touched.add("own");
      annotations.put(Dispatch.ANNOTATION, "{}");
    } else if (text.contains("annotation")) {
      touched.add("annotations");
      edit(text, annotations);
    }
    if (text.contains("label")) {
      touched.add("labels");
      edit(text, labels);
    }
    if (text.contains("spec") || text.contains("remediationaction") || text.contains("template")) {
      touched.add("spec");
      spec.put("remediationAction", "enforce");
    }
    if (text.contains("nil") || text.contains("empty")) {
      return new HandEdit(new ReplicaContent(null, null, Map.of()), emptied());
    }
    if (touched.isEmpty() && !mentions(text, NOT_COMPARED) && !mentions(text, NO_CHANGE)) {
      ConformanceCases.skip("\"" + description + "\" describes no change that this test knows");
    }
    return new HandEdit(before, new ReplicaContent(labels, annotations, spec));
  }

  static ReplicaContent rendered() {
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("disabled", false);
    spec.put("remediationAction", "inform");
    spec.put("policy-templates", List.of());
    return ReplicaRenderer.render(
        new PolicyName("policies", "root"),
        new PolicySnapshot(Map.of("team", "a"), Map.of("note", "a"), spec),
        "cluster",
        Optional.empty(),
        PolicySets.NONE,
        Optional.empty());
  }

  private static ReplicaContent emptied() {
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("dependencies", List.of());
    spec.put("hubTemplateOptions", Map.of());
    spec.put("remediationAction", null);
    return new ReplicaContent(Map.of(), Map.of(), spec);
  }

  private static void edit(String text, Map<String, String> entries) {
    if (text.contains("removed") || text.contains("deleted")) {
      entries.remove(entries.keySet().iterator().next());
    } else if (text.contains("added")) {
      entries.put("by-hand", "true");
    } else {
      entries.replaceAll((key, value) -> value + "x");
    }
  }

  private static boolean mentions(String text, List<String> words) {
    return words.stream().anyMatch(text::contains);
  }
}
