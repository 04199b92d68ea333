package io.sluice.devservers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/**
 * Finds ports that nobody listens on.
 *
 * <p>They lie below the range from which systems give ports to outgoing connections: the servers
 * come back to their ports after a restart, and a client that tries to reconnect must not have been
 * given the very port that it waits for.
 */
final class FreePorts {
  private static final int FIRST = 20_000;
  private static final int RANGE = 10_000;
  private static final int TRIES = 1_000;

  private final Random random;
  private final Set<Integer> given = new HashSet<>();

  FreePorts(Random random) {
    this.random = random;
  }

  int next() {
    for (int i = 0; i < TRIES; i++) {
      int port = FIRST + random.nextInt(RANGE);
      if (!given.contains(port) && free(port)) {
        given.add(port);
        return port;
      }
    }
    throw new DevServersException(
        "Cannot find a free port: %d tries between %d and %d were all taken. Name ports with --api-port, --temporal-port and --ui-port."
            .formatted(TRIES, FIRST, FIRST + RANGE));
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
}
