package io.sluice.hub.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.LeaseRenewals;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Decides whether templates may be propagated: not while Karmada's own controllers work on this
 * control plane, because they write the same objects (lazy-activation 2).
 *
 * <p>They work while their Lease is renewed. A Lease that was released at an orderly end has no
 * holder.
 */
public final class KarmadaGuard {
  public static final String NAMESPACE = "karmada-system";

  /** The name of the Lease. */
  public static final String LEASE = "karmada-controller-manager";

  private final Supplier<Optional<GenericKubernetesResource>> lease;
  private final LeaseRenewals renewals;

  /**
   * Guards by this Lease.
   *
   * @param lease as it is now
   */
  public KarmadaGuard(Supplier<Optional<GenericKubernetesResource>> lease, Clock clock) {
    this.lease = requireNonNull(lease, "lease is null");
    this.renewals = new LeaseRenewals(clock);
  }

  /** Asks the hub each time. */
  public static KarmadaGuard asking(KubernetesClient client, Clock clock) {
    HubApi hub = new HubApi(client);
    return new KarmadaGuard(() -> hub.get(Kinds.LEASE, NAMESPACE, LEASE), clock);
  }

  /** Formats why nothing may be written; empty while the Lease is not renewed. */
  public Optional<String> problem() {
    return lease
        .get()
        .filter(KarmadaGuard::held)
        .filter(renewals::renewed)
        .map(
            found ->
                "Cannot propagate templates: Lease %s/%s is being renewed, so Karmada's controllers write the same objects. Stop them, and Sluice continues when the Lease has expired; or run Sluice without --karmada."
                    .formatted(NAMESPACE, LEASE));
  }

  private static boolean held(GenericKubernetesResource lease) {
    return JsonTree.text(HubObjects.part(lease, "spec"), "holderIdentity").isPresent();
  }
}
