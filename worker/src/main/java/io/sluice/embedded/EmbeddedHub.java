package io.sluice.embedded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Serves a small Kubernetes API from memory, on the loopback address, for the demo and fast tests.
 *
 * <p>What it answers, a real server answers alike: one contract test runs against both. It knows
 * the kinds that a rollout touches; schemas, server-side apply, tables, paging, dry runs and access
 * rights are left to real servers.
 *
 * <ul>
 *   <li>{@link Front} takes requests in; {@link Faults} lets some of them fail, {@link Ledger}
 *       counts them.
 *   <li>{@link Resources} answers them; {@link Selector}, {@link Patch} and {@link DeleteOptions}
 *       read what they carry.
 *   <li>{@link Registry}, {@link Metadata} and {@link Removal} hold the rules of writing.
 *   <li>{@link Store} keeps the objects, {@link History} the changes, {@link Watch} tells them.
 * </ul>
 */
public final class EmbeddedHub implements AutoCloseable {
  static {
    // Read once, when the JDK's server is first used. Without the first, a request takes 44 ms;
    // with its own idea of idle connections, it closes some that a client is about to use.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.idleInterval", "3600");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "10000");
  }

  private final Store store = new Store();
  private final Faults faults = new Faults(store::wakeAll);
  private final Ledger ledger = new Ledger();
  private final ExecutorService threads = Executors.newCachedThreadPool(EmbeddedHub::thread);
  private AtomicBoolean open = new AtomicBoolean();
  private HttpServer server;
  private final int port;

  private EmbeddedHub(int port) {
    new Registry(store).create(Kind.NAMESPACE, "", namespace("default"));
    this.server = listen(port);
    this.port = server.getAddress().getPort();
  }

  /** Starts it on a port, or on any free one when that is 0. */
  public static EmbeddedHub start(int port) {
    return new EmbeddedHub(port);
  }

  private static ObjectNode namespace(String name) {
    ObjectNode tree = Json.object().put("apiVersion", "v1").put("kind", "Namespace");
    tree.putObject("metadata").put("name", name);
    return tree;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "embedded-hub");
    thread.setDaemon(true);
    return thread;
  }

  private HttpServer listen(int wanted) {
    try {
      InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
      HttpServer http = HttpServer.create(new InetSocketAddress(loopback, wanted), 1024);
      AtomicBoolean running = new AtomicBoolean(true);
      http.createContext("/", new Front(store, faults, ledger, running::get));
      http.setExecutor(threads);
      http.start();
      open = running;
      return http;
    } catch (BindException e) {
      throw new IllegalStateException(
          "Cannot start the Kubernetes API on 127.0.0.1:%d: the port is in use. Choose another with --api-port (0 takes any free one)."
              .formatted(wanted),
          e);
    } catch (IOException e) {
      throw new IllegalStateException(
          "Cannot start the Kubernetes API on 127.0.0.1:%d: %s. Choose another port with --api-port (0 takes any free one)."
              .formatted(wanted, e.getMessage()),
          e);
    }
  }

  /** Where clients find it. */
  public String url() {
    return "http://127.0.0.1:" + port;
  }

  public int port() {
    return port;
  }

  /** The faults that it shows on purpose. */
  public Faults faults() {
    return faults;
  }

  /** How many requests there were, by verb and resource: {@code "update policies/status"}. */
  public Map<String, Long> requests() {
    return ledger.requests();
  }

  /** The requests that wanted to change an object, in the order of their answers. */
  public List<Write> writes() {
    return ledger.writes();
  }

  /** Counts from zero again. */
  public void forgetRequests() {
    ledger.clear();
  }

  /** Stops serving: connections break, new ones are refused; the data stay. */
  public synchronized void stop() {
    open.set(false);
    store.wakeAll();
    server.stop(0);
  }

  /** Serves again on the same port; as a real server, it knows no changes of before. */
  public synchronized void restart() {
    store.forgetHistory();
    server = listen(port);
  }

  @Override
  public void close() {
    stop();
    threads.shutdownNow();
  }
}
