package io.sluice.hub;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Tree;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Reads from the hub, live, what concerns one policy.
 *
 * <p>Placement rules are read only where a binding names one: many hubs have no such kind.
 */
public final class HubReader {
  private final HubApi hub;
  private final PolicyDefinition definition;

  public HubReader(KubernetesClient client) {
    this.hub = new HubApi(client);
    this.definition = new PolicyDefinition(client);
  }

  public HubFacts read(PolicyName policy) {
    String namespace = policy.namespace();
    List<GenericKubernetesResource> bindings = hub.list(Kinds.PLACEMENT_BINDING, namespace);
    return new HubFacts(
        policy,
        hub.get(Kinds.POLICY, namespace, policy.name()),
        rollout(policy),
        bindings,
        hub.list(Kinds.POLICY_SET, namespace),
        hub.list(Kinds.PLACEMENT, namespace),
        rules(bindings, namespace),
        hub.list(Kinds.PLACEMENT_DECISION, namespace),
        () -> hub.listAll(Kinds.MANAGED_CLUSTER),
        definition::dropsStrategy);
  }

  /** The Rollout object of that name. */
  Optional<GenericKubernetesResource> rollout(PolicyName policy) {
    return hub.get(Kinds.ROLLOUT, policy.namespace(), policy.rolloutName());
  }

  private List<GenericKubernetesResource> rules(
      List<GenericKubernetesResource> bindings, String namespace) {
    TreeSet<String> names = new TreeSet<>();
    bindings.stream()
        .map(binding -> HubObjects.part(binding, "placementRef"))
        .filter(ref -> Kinds.PLACEMENT_RULE.getKind().equals(ref.get("kind")))
        .forEach(ref -> Tree.text(ref, "name").ifPresent(names::add));
    return names.stream()
        .flatMap(name -> hub.get(Kinds.PLACEMENT_RULE, namespace, name).stream())
        .toList();
  }
}
