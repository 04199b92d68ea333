package io.sluice.tools.dashboard;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Says where a dashboard for several persons listens.
 *
 * @param address of this machine
 * @param certificate with which it serves HTTPS; empty: plain HTTP
 * @param dashboard the port, and what each person is shown; its namespaces are offered to those who
 *     may read them
 */
public record ServeSettings(
    String address, Optional<ServerCertificate> certificate, DashboardSettings dashboard) {
  public ServeSettings {
    requireNonNull(address, "address is null");
    requireNonNull(certificate, "certificate is null");
    requireNonNull(dashboard, "dashboard is null");
  }
}
