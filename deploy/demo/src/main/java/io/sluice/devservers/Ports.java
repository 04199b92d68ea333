package io.sluice.devservers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;
import java.util.Random;

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
  private static final int FIRST = 20_000;
  private static final int LAST = 30_000;
  private static final int TRIES = 1_000;

  /**
   * Chooses ports that are free.
   *
   * <p>They lie below the range from which systems give ports to outgoing connections: the servers
   * come back to their ports after a restart, and a client that tries to reconnect must not have
   * been given the very port that it waits for.
   */
  static Ports choose(Random random) {
    PrimitiveIterator.OfInt free =
        random.ints(TRIES, FIRST, LAST).distinct().filter(Ports::free).iterator();
    try {
      return new Ports(
          free.nextInt(),
          free.nextInt(),
          free.nextInt(),
          free.nextInt(),
          free.nextInt(),
          free.nextInt(),
          free.nextInt(),
          free.nextInt());
    } catch (NoSuchElementException e) {
      throw new DevServersException(
          "Cannot find a free port: %d tries between %d and %d were all taken. Name ports with --api-port, --temporal-port and --ui-port."
              .formatted(TRIES, FIRST, LAST),
          e);
    }
  }

  static boolean free(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      // Otherwise the connections of a server that has just ended count as taken.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }

  /** Takes over the ports that the user names now; the others stay, so that clients find them. */
  Ports with(DevServersOptions wanted) {
    return withPublic(
        wanted.apiPort() > 0 ? wanted.apiPort() : api,
        wanted.temporalPort() > 0 ? wanted.temporalPort() : temporal,
        wanted.uiPort() > 0 ? wanted.uiPort() : ui);
  }

  /** Takes over the ports that clients know. */
  Ports withPublic(Ports known) {
    return withPublic(known.api, known.temporal, known.ui);
  }

  private Ports withPublic(int newApi, int newTemporal, int newUi) {
    return new Ports(
        etcd,
        etcdPeer,
        newApi,
        controllerManager,
        newTemporal,
        temporalHttp,
        temporalMetrics,
        newUi);
  }

  /** Formats where a server listens. */
  String of(Program program) {
    return switch (program) {
      case ETCD -> "port " + etcd;
      case KUBE_APISERVER -> "port " + api;
      case KUBE_CONTROLLER_MANAGER -> "port " + controllerManager;
      case TEMPORAL -> "port %d, Web UI %d".formatted(temporal, ui);
      case KUBECTL, HELM, PROMTOOL -> throw program.noServer();
    };
  }
}
