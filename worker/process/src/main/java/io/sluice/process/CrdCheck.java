package io.sluice.process;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.placement.PlacementMode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks that a hub serves all kinds that a rollout and its Placements need. */
public final class CrdCheck {
  private static final List<ResourceDefinitionContext> KINDS =
      List.of(
          Kinds.POLICY,
          Kinds.PLACEMENT_BINDING,
          Kinds.POLICY_SET,
          Kinds.ROLLOUT,
          Kinds.PLACEMENT,
          Kinds.PLACEMENT_DECISION,
          Kinds.MANAGED_CLUSTER);
  private static final String ROLLOUT_ALONE = "Run kubectl apply -f deploy/crds.";
  // With OCM never -k deploy/crds: it would replace OCM's own CRDs of policies.
  private static final String INSTALL =
      "With OCM: run kubectl apply -f deploy/crds and the patches in deploy/crds/README.md."
          + " Without OCM: run kubectl apply -k deploy/crds and -k deploy/crds/ocm.";

  /** Without these no Placement of a hub without OCM could choose a cluster. */
  private static final List<ResourceDefinitionContext> SETS =
      List.of(Kinds.MANAGED_CLUSTER_SET, Kinds.MANAGED_CLUSTER_SET_BINDING);

  private final KubernetesClient hub;
  private final PlacementMode placements;

  public CrdCheck(KubernetesClient hub, PlacementMode placements) {
    this.hub = hub;
    this.placements = placements;
  }

  void check() {
    problem()
        .ifPresent(
            problem -> {
              throw new IllegalStateException(problem);
            });
  }

  /** Does the same, but Rollout may be missing: a hub can be read without it. */
  void checkReadable() {
    problem(missing().stream().filter(kind -> !kind.equals(Kinds.resource(Kinds.ROLLOUT))).toList())
        .ifPresent(
            problem -> {
              throw new IllegalStateException(problem);
            });
  }

  /** Returns which kinds are missing, and what to do. */
  public Optional<String> problem() {
    return problem(missing());
  }

  private Optional<String> problem(List<String> missing) {
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Cannot run on the hub at %s: it lacks the CRDs %s. %s"
                .formatted(
                    hub.getMasterUrl().toString().replaceAll("/$", ""),
                    String.join(", ", missing),
                    advice(missing)));
  }

  static String advice(List<String> missing) {
    return missing.equals(List.of(Kinds.resource(Kinds.ROLLOUT))) ? ROLLOUT_ALONE : INSTALL;
  }

  /** Checks the kinds of Karmada's propagation API. */
  static void checkKarmada(KubernetesClient hub) {
    List<String> missing = missing(hub, KarmadaKinds.ALL.stream());
    if (!missing.isEmpty()) {
      throw new IllegalStateException(
          "Cannot propagate templates on the hub at %s: it lacks the CRDs %s. Run kubectl apply -k deploy/crds/karmada."
              .formatted(
                  hub.getMasterUrl().toString().replaceAll("/$", ""), String.join(", ", missing)));
    }
  }

  private List<String> missing() {
    return missing(
        hub,
        Stream.concat(
            KINDS.stream(), placements == PlacementMode.ALL ? SETS.stream() : Stream.empty()));
  }

  private static List<String> missing(
      KubernetesClient hub, Stream<ResourceDefinitionContext> needed) {
    try {
      return needed
          .filter(kind -> !hub.supports(Kinds.apiVersion(kind), kind.getKind()))
          .map(Kinds::resource)
          .toList();
    } catch (KubernetesClientException e) {
      throw HubCheck.failure(hub, e);
    }
  }
}
