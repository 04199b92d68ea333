package io.sluice.tools.dashboard;

import static java.util.Objects.requireNonNull;

import io.sluice.connection.TemporalProfile;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.settings.LeaseSettings;
import java.util.List;
import java.util.Optional;

/**
 * Holds what a person chose for a dashboard.
 *
 * @param port 0: any free one
 * @param namespaces empty: all that may be read
 * @param fallback the namespace of the kubeconfig's context
 * @param leaseNamespace where the Lease of the leading worker is
 * @param hub its address, as it is shown
 * @param hubName of the hub, for links to its workflows
 * @param temporalUi the address of the workflows in Temporal's Web UI
 * @param temporal asked for the ends of soaks and deadlines; empty: only the hub is asked
 */
public record DashboardSettings(
    int port,
    List<String> namespaces,
    String fallback,
    String leaseNamespace,
    String hub,
    HubName hubName,
    Optional<String> temporalUi,
    Optional<TemporalProfile> temporal) {
  public DashboardSettings {
    namespaces = List.copyOf(namespaces);
    requireNonNull(fallback, "fallback is null");
    requireNonNull(leaseNamespace, "leaseNamespace is null");
    requireNonNull(hub, "hub is null");
    requireNonNull(hubName, "hubName is null");
    requireNonNull(temporalUi, "temporalUi is null");
    requireNonNull(temporal, "temporal is null");
  }

  /** Returns the settings of one that asks only the hub, of the default name. */
  public DashboardSettings(
      int port, List<String> namespaces, String fallback, String hub, Optional<String> temporalUi) {
    this(
        port,
        namespaces,
        fallback,
        LeaseSettings.NAMESPACE,
        hub,
        HubName.DEFAULT,
        temporalUi,
        Optional.empty());
  }

  /** Returns these, for those namespaces alone. */
  DashboardSettings of(List<String> shown, String other) {
    return new DashboardSettings(
        port, shown, other, leaseNamespace, hub, hubName, temporalUi, temporal);
  }
}
