package io.sluice.devservers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Random;
import java.util.stream.IntStream;

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
  private static final int COUNT = 8;
  private static final int TRIES = 200;

  /**
   * Chooses ports that are free.
   *
   * <p>They lie below the range from which systems give ports to outgoing connections: the servers
   * come back to their ports after a restart, and a client that tries to reconnect must not have
   * been given the very port that it waits for.
   *
   * <p>They lie side by side, and the first of them is taken first: so servers that start
   * elsewhere, or that are restarted, keep all of theirs.
   */
  static Ports choose(Random random) {
    int first =
        random
            .ints(TRIES, 0, (LAST - FIRST) / COUNT)
            .map(block -> FIRST + block * COUNT)
            .filter(port -> IntStream.range(port, port + COUNT).allMatch(Ports::free))
            .findFirst()
            .orElseThrow(
                () ->
                    new DevServersException(
                        "Cannot find %d free ports side by side: %d tries between %d and %d met a taken one. Stop what listens there."
                            .formatted(COUNT, TRIES, FIRST, LAST)));
    return new Ports(
        first, first + 1, first + 2, first + 3, first + 4, first + 5, first + 6, first + 7);
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
