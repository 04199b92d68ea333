package io.sluice.devservers;

/** Holds the ports of one set of servers, all on the loopback address. */
record Ports(
    int etcd,
    int etcdPeer,
    int api,
    int controllerManager,
    int temporal,
    int temporalHttp,
    int temporalMetrics,
    int ui) {
  /** Chooses free ports, but takes those that the user named. */
  static Ports choose(DevServersOptions wanted, FreePorts free) {
    return new Ports(
        free.next(),
        free.next(),
        wanted.apiPort() > 0 ? wanted.apiPort() : free.next(),
        free.next(),
        wanted.temporalPort() > 0 ? wanted.temporalPort() : free.next(),
        free.next(),
        free.next(),
        wanted.uiPort() > 0 ? wanted.uiPort() : free.next());
  }

  /** Takes over the ports that the user names now; the others stay, so that clients find them. */
  Ports with(DevServersOptions wanted) {
    return new Ports(
        etcd,
        etcdPeer,
        wanted.apiPort() > 0 ? wanted.apiPort() : api,
        controllerManager,
        wanted.temporalPort() > 0 ? wanted.temporalPort() : temporal,
        temporalHttp,
        temporalMetrics,
        wanted.uiPort() > 0 ? wanted.uiPort() : ui);
  }

  /** Takes the ports that clients know from elsewhere. */
  Ports withPublic(Ports known) {
    return new Ports(
        etcd,
        etcdPeer,
        known.api,
        controllerManager,
        known.temporal,
        temporalHttp,
        temporalMetrics,
        known.ui);
  }

  /** Tells where a server listens, in words. */
  String of(Program program) {
    return switch (program) {
      case ETCD -> "port " + etcd;
      case KUBE_APISERVER -> "port " + api;
      case KUBE_CONTROLLER_MANAGER -> "port " + controllerManager;
      case TEMPORAL -> "port %d, Web UI %d".formatted(temporal, ui);
      case KUBECTL -> throw new IllegalArgumentException("kubectl is no server");
    };
  }
}
