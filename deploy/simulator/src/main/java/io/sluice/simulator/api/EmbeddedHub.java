package io.sluice.simulator.api;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves a small Kubernetes API from memory, on the loopback address, for the demo and fast tests.
 *
 * <p>It answers as a real server does: one contract test runs against both. {@link
 * ApiRequestHandler} serves requests, {@link ApiRequest} parses them, {@link Faults} lets some
 * fail; {@link ObjectRegistry} holds the rules of writing, {@link ObjectStore} keeps objects and
 * changes, {@link WatchStream} sends them.
 */
public final class EmbeddedHub implements AutoCloseable {
  static {
    // Read once, when the JDK's server is first used. Without the first, a request takes 44 ms;
    // with its own idea of idle connections, it closes some that a client is about to use.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.idleInterval", "3600");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "10000");
  }

  private final ObjectStore store = new ObjectStore();
  private final ObjectRegistry registry;
  private final Faults faults = new Faults();
  private final Set<String> withdrawn = ConcurrentHashMap.newKeySet();
  private final Map<String, Long> requests = new HashMap<>();
  private final List<RecordedWrite> writes = new ArrayList<>();
  private final Map<String, List<RecordedWrite>> writesByAgent = new HashMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool(EmbeddedHub::thread);
  private HttpServer server;
  private final int port;

  private EmbeddedHub(int port, Clock clock) {
    this.registry = new ObjectRegistry(store, requireNonNull(clock, "clock is null"));
    // A real server makes them by itself; the UID of kube-system tells hubs apart.
    List.of("default", "kube-system").forEach(this::makeNamespace);
    this.server = listen(port);
    this.port = server.getAddress().getPort();
  }

  private void makeNamespace(String name) {
    ObjectNode tree = JsonNodes.object().put("apiVersion", "v1").put("kind", "Namespace");
    tree.putObject("metadata").put("name", name);
    registry.create(
        new ObjectKey(ResourceKind.NAMESPACE, "", name), new RequestUser("", Set.of()), tree);
  }

  /** Starts it on a port, or on any free one when that is 0. */
  public static EmbeddedHub start(int port) {
    return start(port, Clock.systemUTC());
  }

  /**
   * Starts it on a port, or on any free one when that is 0.
   *
   * @param clock by which objects are created and deleted
   */
  public static EmbeddedHub start(int port, Clock clock) {
    return new EmbeddedHub(port, clock);
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
      http.createContext("/", new ApiRequestHandler(store, registry, faults, withdrawn, this::log));
      http.setExecutor(threads);
      http.start();
      return http;
    } catch (IOException e) {
      String why = e instanceof BindException ? "the port is in use" : e.getMessage();
      throw new IllegalStateException(
          "Cannot start the Kubernetes API on 127.0.0.1:%d: %s. Choose another with --api-port (0 takes any free one)."
              .formatted(wanted, why),
          e);
    }
  }

  private synchronized void log(ApiRequest call, int code) {
    ObjectKey key = call.key();
    String plural = key.kind().plural();
    String status = call.subresource();
    String resource = status.isEmpty() ? plural : plural + "/" + status;
    requests.merge(call.verb() + " " + resource, 1L, Long::sum);
    if (!List.of("get", "list", "watch").contains(call.verb()) && !call.dryRun()) {
      RecordedWrite write =
          new RecordedWrite(call.verb(), plural, status, key.namespace(), key.name(), code);
      writes.add(write);
      writesByAgent.computeIfAbsent(call.agent(), agent -> new ArrayList<>()).add(write);
    }
  }

  /** Returns the address for clients. */
  public String url() {
    return "http://127.0.0.1:" + port;
  }

  public int port() {
    return port;
  }

  /** Lets this decide about all writes from now on; a watch and a status are never asked about. */
  public void admit(WriteAdmission admission) {
    registry.admit(requireNonNull(admission, "admission is null"));
  }

  /**
   * Serves such objects no more, as a server without their definition, or an older one.
   *
   * @param plural as in their paths: {@code policies}
   */
  public void withdraw(String plural) {
    withdrawn.add(plural);
  }

  /** Serves such objects again, as a server whose definition was applied. */
  public void serve(String plural) {
    withdrawn.remove(plural);
  }

  /** Returns the faults that it shows on purpose. */
  public Faults faults() {
    return faults;
  }

  /** Returns the number of requests by verb and resource: {@code "update policies/status"}. */
  public synchronized Map<String, Long> requests() {
    return Map.copyOf(requests);
  }

  /** Returns the requests that were to change an object, in the order of their answers. */
  public synchronized List<RecordedWrite> writes() {
    return List.copyOf(writes);
  }

  /** Returns the same of the programs that name themselves so. */
  public synchronized List<RecordedWrite> writes(String agent) {
    return List.copyOf(writesByAgent.getOrDefault(agent, List.of()));
  }

  /** Counts from zero again. */
  public synchronized void forgetRequests() {
    requests.clear();
    writes.clear();
    writesByAgent.clear();
  }

  /** Stops serving: connections break, new ones are refused; the data stay. */
  public synchronized void stop() {
    server.stop(0);
  }

  /** Serves again on the same port; as a real server, without the changes of before. */
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
