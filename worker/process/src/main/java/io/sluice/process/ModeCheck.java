package io.sluice.process;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.gate.GateLabels;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.definition.PolicyDefinition;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.hub.propagator.PropagatorNamespaces;
import io.sluice.hub.read.HubMode;
import io.sluice.hub.write.Revisions;
import io.sluice.settings.ModeSetting;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether Sluice works beside OCM's propagator: once, when a process starts.
 *
 * <p>Where Sluice has written replicas, as revisions show, it goes on, whatever Leases say: anybody
 * may have written them, and while the propagator is seen to run, nothing is written
 * (policy-propagation 8.1). A CRD that was put back does not turn the mode either: the policies are
 * held until it is repaired (rollout-strategy 1.6). Elsewhere a Lease counts fresh or old: a
 * propagator that is away for an upgrade comes back, so its absence must never make Sluice write
 * replicas.
 */
public final class ModeCheck {
  private static final Permission LIST_REVISIONS =
      new Permission(
          "list",
          Kinds.CONTROLLER_REVISION.getGroup(),
          Kinds.CONTROLLER_REVISION.getPlural(),
          "",
          "");

  private final KubernetesClient hub;
  private final PropagatorNamespaces namespaces;

  /**
   * Creates a check.
   *
   * @param namespaces where OCM's propagator keeps its Lease
   */
  public ModeCheck(KubernetesClient hub, PropagatorNamespaces namespaces) {
    this.hub = requireNonNull(hub, "hub is null");
    this.namespaces = requireNonNull(namespaces, "namespaces is null");
  }

  /**
   * Holds the mode of a process.
   *
   * @param because what decided it, as a sentence
   */
  public record Decided(HubMode mode, String because) {
    public Decided {
      requireNonNull(mode, "mode is null");
      requireNonNull(because, "because is null");
    }

    /** Formats {@code Mode Beside: Lease ocm/policy-propagator... exists.} */
    String message() {
      return "Mode %s: %s".formatted(mode.label(), because);
    }
  }

  /** Decides by the setting, and where that is {@code Auto} by the hub. */
  public Decided decide(ModeSetting setting) {
    return setting.mode().map(mode -> new Decided(mode, "chosen by --mode.")).orElseGet(this::read);
  }

  private Decided read() {
    try {
      Optional<ObjectMeta> revision = keptRevision();
      if (revision.isPresent()) {
        return new Decided(
            HubMode.STANDALONE,
            "Sluice has rolled out policies here without OCM's propagator, as ControllerRevision %s/%s shows. To work beside the propagator, start with --mode Beside."
                .formatted(revision.get().getNamespace(), revision.get().getName()));
      }
      List<GenericKubernetesResource> leases = namespaces.read(hub);
      if (!leases.isEmpty()) {
        return new Decided(
            HubMode.BESIDE,
            "Lease %s/%s of OCM's propagator exists. To replace the propagator, remove it with its Lease and start with --mode Standalone."
                .formatted(leases.get(0).getMetadata().getNamespace(), PropagatorGuard.LEASE));
      }
      return new PolicyDefinition(hub).dropsStrategy()
          ? new Decided(
              HubMode.BESIDE,
              "the Policy CRD has no field spec.rolloutStrategy. To work without OCM's propagator,"
                  + " patch the CRD as deploy/crds/README.md describes and start with --mode"
                  + " Standalone.")
          : new Decided(
              HubMode.STANDALONE,
              "OCM's propagator has no Lease in %s, and the Policy CRD has Sluice's fields."
                  .formatted(String.join(" or ", namespaces.names())));
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
        throw new IllegalStateException(
            "Cannot decide the mode on the hub at %s: %s may not list leases in all namespaces, or read the Policy CRD. Run kubectl apply -f deploy/rbac/beside to work beside OCM's propagator, or kubectl apply -f deploy/rbac to work without it, and %s."
                .formatted(
                    hub.getMasterUrl().toString().replaceAll("/$", ""),
                    HubUser.of(hub),
                    HubUser.BOUND),
            e);
      }
      throw HubCheck.failure(hub, e);
    }
  }

  /**
   * Without the propagator versions are kept, and beside it those that the gate stages, which their
   * label names; without the gate Sluice may not list them there.
   */
  private Optional<ObjectMeta> keptRevision() {
    return LIST_REVISIONS.granted(hub)
        ? hub
            .genericKubernetesResources(Kinds.CONTROLLER_REVISION)
            .inAnyNamespace()
            .withLabel(Revisions.POLICY_LABEL)
            .withoutLabel(GateLabels.STAGED)
            .list(new ListOptionsBuilder().withLimit(1L).build())
            .getItems()
            .stream()
            .map(GenericKubernetesResource::getMetadata)
            .findFirst()
        : Optional.empty();
  }
}
