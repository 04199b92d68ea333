package io.sluice.simulator.network;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Forwards TCP connections to a port of this machine, and can lose them without a reset: both ends
 * stay open, and nothing arrives any more.
 */
public final class LossyProxy implements AutoCloseable {
  private final ServerSocket server;
  private final int target;
  private final Queue<Closeable> open = new ConcurrentLinkedQueue<>();
  private final AtomicInteger opened = new AtomicInteger();
  private volatile boolean cutOff;
  private volatile int lostUpTo;
  private volatile Duration delay = Duration.ZERO;

  private LossyProxy(ServerSocket server, int target) {
    this.server = server;
    this.target = target;
  }

  /** Starts a proxy on a free port. */
  public static LossyProxy to(int target) {
    try {
      LossyProxy proxy =
          new LossyProxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), target);
      thread(proxy::accept);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void thread(Runnable work) {
    Thread thread = new Thread(work, "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  public int port() {
    return server.getLocalPort();
  }

  /** Returns how many connections have been opened so far. */
  public int opened() {
    return opened.get();
  }

  /** Loses the connections that are open now; later ones work. */
  public void loseConnections() {
    lostUpTo = opened.get();
  }

  /** Loses all connections, also those that will be opened, until it is healed. */
  public void cutOff() {
    cutOff = true;
  }

  /** Lets new connections work; those that were lost stay lost. */
  public void heal() {
    loseConnections();
    cutOff = false;
  }

  /** Delays each piece of data, in both directions. */
  public void delay(Duration time) {
    delay = time;
  }

  /** Ends the connections that are open now; those that were lost end, too. */
  public void reset() {
    for (Closeable socket = open.poll(); socket != null; socket = open.poll()) {
      close(socket);
    }
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        Socket hub = new Socket(InetAddress.getLoopbackAddress(), target);
        client.setTcpNoDelay(true);
        hub.setTcpNoDelay(true);
        open.add(client);
        open.add(hub);
        int number = opened.incrementAndGet();
        thread(() -> forward(client, hub, number));
        thread(() -> forward(hub, client, number));
      } catch (IOException e) {
        // The target is down, or the proxy was closed: the client sees its connection end.
        continue;
      }
    }
  }

  private void forward(Socket from, Socket to, int number) {
    byte[] buffer = new byte[16_384];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (cutOff || number <= lostUpTo) {
          return;
        }
        TimeUnit.NANOSECONDS.sleep(delay.toNanos());
        out.write(buffer, 0, read);
      }
      if (!cutOff && number > lostUpTo) {
        to.shutdownOutput();
      }
    } catch (IOException e) {
      close(from);
      close(to);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void close(Closeable socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    close(server);
    reset();
  }
}
