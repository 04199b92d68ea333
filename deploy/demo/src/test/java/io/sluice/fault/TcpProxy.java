package io.sluice.fault;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forwards connections to a server on this machine; delays, resets or swallows what they carry. */
final class TcpProxy implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TcpProxy.class);

  private final ServerSocket server;
  private final int target;
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private volatile boolean swallowing;
  private volatile Duration delay = Duration.ZERO;

  private TcpProxy(ServerSocket server, int target) {
    this.server = server;
    this.target = target;
  }

  static TcpProxy to(int target) {
    try {
      TcpProxy proxy =
          new TcpProxy(new ServerSocket(0, 64, InetAddress.getLoopbackAddress()), target);
      daemon(proxy::accept).start();
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot open a port for a proxy", e);
    }
  }

  int port() {
    return server.getLocalPort();
  }

  /** Delays each piece of data in both directions. */
  void delay(Duration time) {
    delay = time;
  }

  /** Ends every present connection with a reset. */
  void reset() {
    connections.forEach(Connection::reset);
  }

  /**
   * Loses what present connections carry from now on, without a word to either end; new ones work.
   */
  void halfOpen() {
    connections.forEach(connection -> connection.dead = true);
  }

  /** Accepts connections, and loses all that they carry, until {@link #heal}. */
  void swallow() {
    swallowing = true;
    halfOpen();
  }

  /** Lets new connections work again; those that lost data stay dead. */
  void heal() {
    swallowing = false;
    delay = Duration.ZERO;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Connection connection = new Connection(server.accept());
        connection.dead = swallowing;
        connections.add(connection);
        daemon(connection::open).start();
      } catch (IOException e) {
        LOG.debug("The proxy accepts no more", e);
      }
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "tcp-proxy");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      LOG.debug("The port of the proxy was closed already", e);
    }
    reset();
  }

  private final class Connection {
    private final Socket client;
    private volatile Socket upstream;
    private volatile boolean dead;

    private Connection(Socket client) {
      this.client = client;
    }

    private void open() {
      try {
        upstream = new Socket(InetAddress.getLoopbackAddress(), target);
        daemon(() -> copy(upstream, client)).start();
        copy(client, upstream);
      } catch (IOException e) {
        LOG.debug("The server does not accept", e);
        reset();
      }
    }

    private void copy(Socket from, Socket to) {
      try {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        byte[] buffer = new byte[16_384];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
          if (!delay.isZero()) {
            TimeUnit.NANOSECONDS.sleep(delay.toNanos());
          }
          if (!dead) {
            out.write(buffer, 0, read);
          }
        }
      } catch (IOException e) {
        LOG.debug("A connection has ended", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      // The end of a dead connection does not arrive either.
      if (!dead) {
        reset();
      }
    }

    private void reset() {
      connections.remove(this);
      close(client);
      if (upstream != null) {
        close(upstream);
      }
    }

    private void close(Socket socket) {
      try {
        socket.setSoLinger(true, 0);
        socket.close();
      } catch (IOException e) {
        LOG.debug("A connection had ended already", e);
      }
    }
  }
}
