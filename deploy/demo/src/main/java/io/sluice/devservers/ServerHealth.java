package io.sluice.devservers;

/** Knows how to ask each server whether it is ready. */
final class ServerHealth {
  private final DataFolder folder;
  private final Ports ports;

  ServerHealth(DataFolder folder, Ports ports) {
    this.folder = folder;
    this.ports = ports;
  }

  boolean ready(Program program) {
    return switch (program) {
      case ETCD -> HttpProbe.answers("http://127.0.0.1:" + ports.etcd() + "/health");
      case KUBE_APISERVER ->
          HttpProbe.answers("https://127.0.0.1:" + ports.api() + "/readyz", folder.certificate());
      case KUBE_CONTROLLER_MANAGER ->
          HttpProbe.answers(
              "https://127.0.0.1:" + ports.controllerManager() + "/healthz",
              folder.controllerManagerCertificate());
      case TEMPORAL -> temporalAnswers() && HttpProbe.answers("http://127.0.0.1:" + ports.ui());
      case KUBECTL -> throw new IllegalArgumentException("kubectl is no server");
    };
  }

  private boolean temporalAnswers() {
    try (TemporalProbe connection = new TemporalProbe(ports.temporal())) {
      return connection.answers();
    }
  }
}
