package io.sluice.process;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubMode;
import io.sluice.hub.read.PolicyDefinition;
import io.sluice.hub.read.PropagatorGuard;
import io.sluice.hub.write.Revisions;
import io.sluice.settings.ModeSetting;
import java.net.HttpURLConnection;
import java.util.List;

/**
 * Decides whether Sluice works beside OCM's propagator: once, when a process starts.
 *
 * <p>A Lease counts fresh or old. A propagator that is away for an upgrade comes back, so its
 * absence must never make Sluice write replicas. Where Sluice has written them, as revisions show,
 * a CRD that was put back does not turn the mode: the policies are held until it is repaired
 * (rollout-strategy 1.6).
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

  public ModeCheck(KubernetesClient hub) {
    this.hub = hub;
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
      List<GenericKubernetesResource> leases =
          hub.genericKubernetesResources(Kinds.LEASE)
              .inAnyNamespace()
              .withField("metadata.name", PropagatorGuard.LEASE)
              .list()
              .getItems();
      if (!leases.isEmpty()) {
        return new Decided(
            HubMode.BESIDE,
            "Lease %s/%s of OCM's propagator exists. To replace the propagator, remove it with its Lease and start with --mode Standalone."
                .formatted(leases.get(0).getMetadata().getNamespace(), PropagatorGuard.LEASE));
      }
      if (!new PolicyDefinition(hub).dropsStrategy()) {
        return new Decided(
            HubMode.STANDALONE,
            "OCM's propagator has no Lease on this hub, and the Policy CRD has Sluice's fields.");
      }
      return keptRevisions()
          ? new Decided(
              HubMode.STANDALONE,
              "OCM's propagator has no Lease on this hub, and Sluice has rolled out policies here"
                  + " without it.")
          : new Decided(
              HubMode.BESIDE,
              "the Policy CRD has no field spec.rolloutStrategy. To work without OCM's propagator,"
                  + " patch the CRD as deploy/crds/README.md describes and start with --mode"
                  + " Standalone.");
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
        throw new IllegalStateException(
            "Cannot decide the mode on the hub at %s: the user of the kubeconfig may not list leases in all namespaces, or read the Policy CRD. Run kubectl apply -k deploy/rbac/beside to work beside OCM's propagator, or kubectl apply -f deploy/rbac to work without it, and put the user into the group sluice-workers."
                .formatted(hub.getMasterUrl().toString().replaceAll("/$", "")),
            e);
      }
      throw HubCheck.failure(hub, e);
    }
  }

  /** Only without the propagator are versions kept; beside it Sluice may not list them. */
  private boolean keptRevisions() {
    return LIST_REVISIONS.granted(hub)
        && !hub.genericKubernetesResources(Kinds.CONTROLLER_REVISION)
            .inAnyNamespace()
            .withLabel(Revisions.POLICY_LABEL)
            .list(new ListOptionsBuilder().withLimit(1L).build())
            .getItems()
            .isEmpty();
  }
}
