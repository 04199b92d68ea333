package io.sluice.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OwnerResolverTest {
  private static final Map<String, Object> BY_NAME = Map.of("name", "nginx");
  private static final Map<String, Object> BY_LABEL =
      Map.of("labelSelector", Map.of("matchLabels", Map.of("app", "x")));
  private static final Map<String, Object> ANY = Map.of();

  @Test
  void theFirstOwnerIsThatOfHighestPriorityThenOfHighestPrecisionThenByName() {
    assertThat(first(policy("a", 1, ANY), policy("b", 2, ANY))).isEqualTo("b");
    assertThat(first(policy("a", 1, ANY), policy("b", 1, BY_LABEL), policy("c", 1, BY_NAME)))
        .isEqualTo("c");
    assertThat(first(policy("b", 1, ANY), policy("a", 1, ANY))).isEqualTo("a");
  }

  @Test
  void aClusterWidePolicyComesFirstOnlyWithoutOneOfTheNamespace() {
    assertThat(first(clusterWide("c", 100, BY_NAME), policy("a", 0, ANY))).isEqualTo("a");
    assertThat(first(clusterWide("c", 100, BY_NAME))).isEqualTo("c");
  }

  @Test
  void aPolicyLooksAtItsOwnNamespaceOnly() {
    assertThat(owner(Optional.empty(), policy("a", 0, Map.of("namespace", "other")))).isEmpty();
    assertThat(owner(Optional.empty(), clusterWide("c", 0, Map.of("namespace", "other"))))
        .isEmpty();
    assertThat(first(clusterWide("c", 0, Map.of("namespace", "default")))).isEqualTo("c");
  }

  @Test
  void anOwnerKeepsItsTemplate() {
    assertThat(owner(claim("a"), policy("a", 0, ANY), policy("b", 9, BY_NAME))).contains("a");
  }

  @Test
  void anOwnerThatGoesOrMatchesNoMoreLosesIt() {
    assertThat(owner(claim("a"), policy("a", 0, Map.of("name", "else")), policy("b", 0, ANY)))
        .contains("b");
    assertThat(owner(claim("a"), deleting(policy("a", 9, ANY)), policy("b", 0, ANY))).contains("b");
    assertThat(owner(claim("a"))).isEmpty();
  }

  @Test
  void aPolicyOfTheSameNameWithAnotherIdIsNotTheOwner() {
    PropagationPolicy anew = withLabel(policy("a", 0, ANY), "another");

    assertThat(owner(claim("a"), anew, policy("b", 9, ANY))).contains("b");
  }

  @Test
  void onlyAStrictlyHigherPriorityPreemptsAPolicyOfTheSameKind() {
    assertThat(owner(claim("a"), policy("a", 2, ANY), preempting("b", 2))).contains("a");
    assertThat(owner(claim("a"), policy("a", 2, ANY), preempting("b", 3))).contains("b");
    assertThat(owner(claim("a"), policy("a", 2, ANY), preempting("b", 3), preempting("c", 4)))
        .contains("c");
  }

  @Test
  void aPolicyOfTheNamespaceTakesFromAClusterWideOneAndNeverTheOtherWay() {
    Map<String, Object> preempting = new LinkedHashMap<>(Map.of("preemption", "Always"));
    PropagationPolicy wide = parse("ClusterPropagationPolicy", "", "c", 9, BY_NAME, preempting);

    assertThat(owner(clusterClaim("c"), wide, preempting("b", 0))).contains("b");
    assertThat(owner(claim("a"), policy("a", 0, ANY), wide)).contains("a");
  }

  @Test
  void aPreemptingPolicyMustNameWhatItTakes() {
    PropagationPolicy any =
        parse("PropagationPolicy", "default", "b", 9, ANY, Map.of("preemption", "Always"));

    assertThat(any.remarks()).singleElement().asString().contains("acts as Never");
    assertThat(owner(claim("a"), policy("a", 0, ANY), any)).contains("a");
  }

  @Test
  void whatCannotBeCarriedOutIsNamed() {
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("activationPreference", "Later");
    spec.put("placement", Map.of("spreadConstraints", List.of(Map.of("maxGroups", 1))));

    assertThat(parse("PropagationPolicy", "default", "a", 0, ANY, spec).problems())
        .anyMatch(problem -> problem.contains("spec.activationPreference is \"Later\""))
        .anyMatch(problem -> problem.contains("spreadConstraints"));
  }

  private static String first(PropagationPolicy... policies) {
    return owner(Optional.empty(), policies).orElseThrow();
  }

  private static Optional<String> owner(
      Optional<PolicyClaim> claim, PropagationPolicy... policies) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("name", "nginx");
    metadata.put("namespace", "default");
    Map<String, String> labels = PolicyClaim.labels(claim);
    labels.put("app", "x");
    metadata.put("labels", present(labels));
    metadata.put("annotations", present(PolicyClaim.annotations(claim)));
    ResourceTemplate template =
        ResourceTemplate.of(
            Map.of("apiVersion", "apps/v1", "kind", "Deployment", "metadata", metadata));
    return OwnerResolver.owner(template, new ArrayList<>(Arrays.asList(policies)))
        .map(policy -> policy.name().name());
  }

  private static Map<String, String> present(Map<String, String> keys) {
    Map<String, String> present = new LinkedHashMap<>(keys);
    present.values().removeIf(Objects::isNull);
    return present;
  }

  private static Optional<PolicyClaim> claim(String name) {
    return Optional.of(new PolicyClaim(new PropagationPolicyName("default", name), "id-" + name));
  }

  private static Optional<PolicyClaim> clusterClaim(String name) {
    return Optional.of(new PolicyClaim(new PropagationPolicyName("", name), "id-" + name));
  }

  private static PropagationPolicy policy(String name, int priority, Map<String, Object> selector) {
    return parse("PropagationPolicy", "default", name, priority, selector, Map.of());
  }

  private static PropagationPolicy preempting(String name, int priority) {
    return parse(
        "PropagationPolicy", "default", name, priority, BY_NAME, Map.of("preemption", "Always"));
  }

  private static PropagationPolicy clusterWide(
      String name, int priority, Map<String, Object> selector) {
    return parse("ClusterPropagationPolicy", "", name, priority, selector, Map.of());
  }

  private static PropagationPolicy deleting(PropagationPolicy policy) {
    return with(policy, policy.permanentId(), true);
  }

  private static PropagationPolicy withLabel(PropagationPolicy policy, String id) {
    return with(policy, Optional.of(id), false);
  }

  private static PropagationPolicy with(
      PropagationPolicy policy, Optional<String> id, boolean deleting) {
    return new PropagationPolicy(
        policy.name(),
        policy.uid(),
        id,
        policy.generation(),
        policy.created(),
        policy.edited(),
        deleting,
        policy.selectors(),
        policy.priority(),
        policy.preempts(),
        policy.lazy(),
        policy.targeting(),
        policy.activateAt(),
        policy.problems(),
        policy.remarks());
  }

  private static PropagationPolicy parse(
      String kind,
      String namespace,
      String name,
      int priority,
      Map<String, Object> selector,
      Map<String, Object> more) {
    Map<String, Object> selects = new LinkedHashMap<>(selector);
    selects.put("apiVersion", "apps/v1");
    selects.put("kind", "Deployment");
    Map<String, Object> spec = new LinkedHashMap<>(more);
    spec.put("resourceSelectors", List.of(selects));
    spec.put("priority", priority);
    String label = namespace.isEmpty() ? KarmadaKeys.CLUSTER_POLICY_ID : KarmadaKeys.POLICY_ID;
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("name", name);
    metadata.put("labels", Map.of(label, "id-" + name));
    if (!namespace.isEmpty()) {
      metadata.put("namespace", namespace);
    }
    return PropagationPolicyParser.parse(
        Map.of("kind", kind, "metadata", metadata, "spec", spec), text -> Optional.empty());
  }
}
