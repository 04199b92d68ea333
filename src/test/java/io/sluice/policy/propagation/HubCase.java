package io.sluice.policy.propagation;

import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the hub of a conformance case: its policy, sets, placements and bindings. */
public final class HubCase {
  private static final Map<String, String> GROUPS =
      Map.of(
          "Placement", "cluster.open-cluster-management.io",
          "PlacementRule", "apps.open-cluster-management.io");

  private final Map<String, Object> tree;
  private final String namespace;

  public HubCase(Map<String, Object> tree) {
    this.tree = tree;
    this.namespace = JsonTree.text(JsonTree.map(tree, "policy"), "namespace").orElse("policies");
  }

  RootSpec root() {
    Map<String, Object> policy = JsonTree.map(tree, "policy");
    return RootSpec.of(
        new PolicyName(namespace, JsonTree.text(policy, "name").orElse("root")), policy);
  }

  public Bindings bindings() {
    return new Bindings(
        JsonTree.maps(tree, "bindings").stream().map(this::binding).toList(),
        JsonTree.maps(tree, "policySets").stream().map(this::policySet).toList(),
        JsonTree.maps(tree, "placements").stream()
            .filter(placement -> !Boolean.FALSE.equals(placement.get("exists")))
            .map(this::placement)
            .toList());
  }

  public Targets targets() {
    return bindings().targets(root());
  }

  private BindingView binding(Map<String, Object> binding) {
    Map<String, Object> object = object(binding);
    Map<String, Object> ref = JsonTree.map(binding, "placementRef");
    ref.putIfAbsent("apiGroup", GROUPS.get(ref.get("kind")));
    object.put("placementRef", ref);
    List<Object> subjects = new ArrayList<>();
    for (Map<String, Object> subject : JsonTree.maps(binding, "subjects")) {
      subject.putIfAbsent("apiGroup", PolicyApi.GROUP);
      subjects.add(subject);
    }
    object.put("subjects", subjects);
    return BindingView.of(object);
  }

  private PolicySetView policySet(Map<String, Object> set) {
    Map<String, Object> object = object(set);
    object.put("spec", set);
    return PolicySetView.of(object);
  }

  private PlacementView placement(Map<String, Object> placement) {
    return PlacementView.of(
        namespaceOf(placement),
        JsonTree.text(placement, "kind").orElse("Placement"),
        JsonTree.text(placement, "name").orElseThrow(),
        JsonTree.texts(placement, "clusters"));
  }

  private Map<String, Object> object(Map<String, Object> given) {
    Map<String, Object> object = new LinkedHashMap<>(given);
    object.put(
        "metadata",
        Map.of(
            "namespace", namespaceOf(given), "name", JsonTree.text(given, "name").orElseThrow()));
    return object;
  }

  private String namespaceOf(Map<String, Object> given) {
    return JsonTree.text(given, "namespace").orElse(namespace);
  }
}
