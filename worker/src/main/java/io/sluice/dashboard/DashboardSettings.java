package io.sluice.dashboard;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * Holds what a person chose for a dashboard.
 *
 * @param port 0: any free one
 * @param namespaces empty: all that may be read
 * @param fallback the namespace of the kubeconfig's context
 * @param hub its address, as it is shown
 * @param temporalUi the address of the workflows in Temporal's Web UI
 */
public record DashboardSettings(
    int port, List<String> namespaces, String fallback, String hub, Optional<String> temporalUi) {
  public DashboardSettings {
    namespaces = List.copyOf(namespaces);
    requireNonNull(fallback, "fallback is null");
    requireNonNull(hub, "hub is null");
    requireNonNull(temporalUi, "temporalUi is null");
  }
}
