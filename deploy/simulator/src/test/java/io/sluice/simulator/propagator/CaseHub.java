package io.sluice.simulator.propagator;

import static io.sluice.simulator.tree.ObjectTree.map;
import static io.sluice.simulator.tree.ObjectTree.maps;
import static io.sluice.simulator.tree.ObjectTree.text;
import static io.sluice.simulator.tree.ObjectTree.texts;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Makes the hub that a conformance case describes: its policy, sets, placements and bindings. */
final class CaseHub {
  private final PropagatorFixture fixture;
  private final Map<String, Object> tree;
  private final String namespace;

  private CaseHub(PropagatorFixture fixture, Map<String, Object> tree) {
    this.fixture = fixture;
    this.tree = tree;
    this.namespace = textOr(map(tree.get("policy")).get("namespace"), "policies");
  }

  /** Makes all objects, and a ManagedCluster for each cluster that a placement decides. */
  static void make(PropagatorFixture fixture, Map<String, Object> tree) {
    CaseHub hub = new CaseHub(fixture, tree);
    fixture.namespace(hub.namespace);
    maps(tree.get("placements"))
        .flatMap(placement -> texts(placement.get("clusters")).stream())
        .map(CaseHub::cluster)
        .distinct()
        .forEach(fixture::clusters);
    hub.makePolicy();
    maps(tree.get("policySets")).forEach(hub::makeSet);
    maps(tree.get("placements"))
        .filter(placement -> !Boolean.FALSE.equals(placement.get("exists")))
        .forEach(hub::makePlacement);
    maps(tree.get("bindings")).forEach(hub::makeBinding);
  }

  /** Returns a cluster's name as a hub allows it: seed 001 writes it in capitals. */
  static String cluster(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private void makePolicy() {
    Map<String, Object> spec = new LinkedHashMap<>(map(tree.get("policy")));
    String name = text(spec.remove("name"));
    spec.remove("namespace");
    spec.put("policy-templates", List.of());
    fixture.policy(namespace, name, spec);
  }

  private void makeSet(Map<String, Object> set) {
    fixture.create(
        PropagatorKinds.POLICY_SET, namespaceOf(set), text(set.get("name")), Map.of("spec", set));
  }

  private void makePlacement(Map<String, Object> placement) {
    String name = text(placement.get("name"));
    List<String> clusters =
        texts(placement.get("clusters")).stream().map(CaseHub::cluster).toList();
    if ("PlacementRule".equals(placement.get("kind"))) {
      fixture.create(
          PropagatorKinds.RULE,
          namespaceOf(placement),
          name,
          Map.of("spec", Map.of(), "status", PropagatorFixture.decisions(clusters)));
    } else {
      fixture.placement(namespaceOf(placement), name, clusters);
    }
  }

  private void makeBinding(Map<String, Object> binding) {
    Map<String, Object> fields = new LinkedHashMap<>(binding);
    String name = text(fields.remove("name"));
    fields.remove("namespace");
    Map<String, Object> ref = new LinkedHashMap<>(map(binding.get("placementRef")));
    ref.putIfAbsent(
        "apiGroup",
        "PlacementRule".equals(ref.get("kind"))
            ? PropagatorKinds.RULE_GROUP
            : PropagatorKinds.CLUSTER_GROUP);
    fields.put("placementRef", ref);
    fields.put("subjects", maps(binding.get("subjects")).map(CaseHub::subject).toList());
    fixture.create(PropagatorKinds.BINDING, namespaceOf(binding), name, fields);
  }

  private static Map<String, Object> subject(Map<String, Object> subject) {
    Map<String, Object> copy = new LinkedHashMap<>(subject);
    copy.putIfAbsent("apiGroup", PropagatorKinds.POLICY_GROUP);
    return copy;
  }

  private String namespaceOf(Map<String, Object> given) {
    return textOr(given.get("namespace"), namespace);
  }

  private static String textOr(Object value, String absent) {
    return Optional.ofNullable(value).map(Object::toString).orElse(absent);
  }
}
