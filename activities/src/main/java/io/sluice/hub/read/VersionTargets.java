package io.sluice.hub.read;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.PolicySets;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.propagation.BindingView;
import io.sluice.policy.propagation.Bindings;
import io.sluice.policy.propagation.RootSpec;
import io.sluice.policy.propagation.Targets;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Resolves the clusters of a version of one policy, and its content on each. */
final class VersionTargets {
  private final PolicyObjects objects;
  private final List<GenericKubernetesResource> bound;
  private final Bindings bindings;

  /** The clusters of the version that was asked for last: most ask for that of the root. */
  private volatile Resolved last;

  private volatile Closing closing;

  /** The clusters of a version that leave once what selects them is gone. */
  private record Closing(PolicySnapshot snapshot, Set<String> clusters) {}

  /**
   * Holds the clusters of a version, and its content on each.
   *
   * @param overrides whether overrides of bindings count
   */
  record Resolved(
      PolicySnapshot snapshot, boolean overrides, Targets targets, VersionContent content) {}

  /**
   * Resolves versions of one policy.
   *
   * @param bound its bindings as they were read, that of its override among them
   * @param bindings what of them is active
   */
  VersionTargets(PolicyObjects objects, List<GenericKubernetesResource> bound, Bindings bindings) {
    this.objects = objects;
    this.bound = List.copyOf(bound);
    this.bindings = bindings;
  }

  /** Returns the clusters and the content of that version (policy-propagation 5.2). */
  Resolved of(PolicySnapshot snapshot, boolean overrides) {
    Resolved resolved = last;
    if (resolved == null || resolved.snapshot() != snapshot || resolved.overrides() != overrides) {
      Targets all = bindings.targets(spec(snapshot));
      Targets targets = overrides ? all : all.withoutOverrides();
      VersionContent content = new VersionContent(objects.policy(), snapshot, targets, sets());
      resolved = new Resolved(snapshot, overrides, targets, inItsWay(content));
      last = resolved;
    }
    return resolved;
  }

  private VersionContent inItsWay(VersionContent content) {
    return switch (objects.way()) {
      case OVERRIDE -> content.besidePropagator();
      case GATE -> content.behindTheGate(objects.ledger(), objects.inputs());
      case STANDALONE -> content;
    };
  }

  /**
   * Returns the clusters that are selected only by bindings or placements that are being deleted:
   * nothing is started or deleted on them (rollout-strategy 3.7).
   */
  Set<String> closing(PolicySnapshot snapshot) {
    Closing known = closing;
    if (known == null || known.snapshot() != snapshot) {
      known =
          new Closing(
              snapshot,
              StandingBindings.of(objects, bound, bindings)
                  .map(standing -> without(standing, spec(snapshot)))
                  .orElse(Set.of()));
      closing = known;
    }
    return known.clusters();
  }

  private Set<String> without(Bindings standing, RootSpec spec) {
    Set<String> clusters = new TreeSet<>(bindings.targets(spec).replicas());
    clusters.removeAll(standing.targets(spec).replicas());
    return Collections.unmodifiableSet(clusters);
  }

  /** Returns the clusters that the bindings as they are written select, active or not. */
  Targets desired(PolicySnapshot snapshot) {
    return bindings.desired().targets(spec(snapshot));
  }

  /** Returns that version as OCM's propagator would render it. */
  PropagatorContent propagated(PolicySnapshot snapshot) {
    return new PropagatorContent(
        snapshot, new VersionContent(objects.policy(), snapshot, propagatedTo(snapshot), sets()));
  }

  /** Returns the clusters that OCM's propagator would bring that version to. */
  Targets propagatedTo(PolicySnapshot snapshot) {
    return new Bindings(
            bound.stream().map(HubObjects::tree).map(BindingView::shipped).toList(),
            bindings.sets(),
            bindings.placements())
        .targets(spec(snapshot));
  }

  /** Returns the sets of this namespace as they were read with it, those of others on demand. */
  PolicySets sets() {
    return (namespace, name) ->
        namespace.equals(objects.policy().namespace())
            ? bindings.members(namespace, name)
            : objects.foreignSets().members(namespace, name);
  }

  private RootSpec spec(PolicySnapshot snapshot) {
    return RootSpec.of(objects.policy(), snapshot.spec());
  }
}
