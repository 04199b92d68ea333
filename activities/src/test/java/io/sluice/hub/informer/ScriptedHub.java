package io.sluice.hub.informer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

/** Answers lists and watches with whatever text a test wants. */
final class ScriptedHub implements AutoCloseable {
  /** Ends the watch that gets it. */
  static final String END = "";

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;
  private final List<String> queries = new CopyOnWriteArrayList<>();
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private volatile Function<String, String> lists;
  private volatile int code = 200;

  private ScriptedHub(HttpServer server) {
    this.server = server;
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  static ScriptedHub start(String list) {
    try {
      ScriptedHub hub =
          new ScriptedHub(
              HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
      hub.lists = query -> list;
      return hub;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Answers lists from now on with what that returns of their query. */
  void lists(Function<String, String> answers) {
    lists = answers;
  }

  /** Answers everything with that status from now on. */
  void refuse(int status) {
    code = status;
  }

  void event(String line) {
    lines.add(line);
  }

  /** The queries of all lists. */
  List<String> listed() {
    return queries.stream().filter(query -> !query.contains("watch=true")).toList();
  }

  List<String> watched() {
    return queries.stream().filter(query -> query.contains("watch=true")).toList();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String query = exchange.getRequestURI().getRawQuery();
    queries.add(query);
    if (code != 200) {
      exchange.sendResponseHeaders(code, 0);
      try (OutputStream body = exchange.getResponseBody()) {
        body.write("{\"kind\": \"Status\", \"message\": \"as scripted\"}".getBytes());
      }
      return;
    }
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream body = exchange.getResponseBody()) {
      if (query.contains("watch=true")) {
        body.flush();
        watch(body);
      } else {
        body.write(lists.apply(query).getBytes(StandardCharsets.UTF_8));
      }
    } catch (InterruptedException e) {
      // It is being closed.
    }
  }

  private void watch(OutputStream body) throws IOException, InterruptedException {
    for (String line = lines.take(); !line.equals(END); line = lines.take()) {
      body.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      body.flush();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
