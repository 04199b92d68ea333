package io.sluice.process.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Listens for HTTP on one address, within limits that no client can exceed (policy-propagation
 * 16b).
 *
 * <p>All servers of Sluice are opened here. A handler is called when the whole request has come,
 * and reads its body from memory: so it cannot wait for a client. A request that takes too long
 * loses its connection, one that is too large is answered with 413.
 */
public final class HttpListener implements AutoCloseable {
  private static final int BACKLOG = 64;

  static {
    // The JDK reads these once, when its server is first used. Where they are set already, that
    // counts.
    // Without it an answer takes 44 ms.
    set("sun.net.httpserver.nodelay", "true");
    // Seconds: connections that send nothing at all have no thread; the JDK closes them.
    set("sun.net.httpserver.idleInterval", "10");
    // Of one server; beyond it the JDK closes the newest. So many take 3 MiB, and leave the hub's
    // connections the files that a process may have open.
    set("jdk.httpserver.maxConnections", "4096");
  }

  private final HttpServer server;
  private final RequestLimits limits;
  private final RequestThreads threads;

  private HttpListener(HttpServer server, String name, RequestLimits limits) {
    this.server = server;
    this.limits = limits;
    this.threads = new RequestThreads(name, limits);
    server.setExecutor(threads);
  }

  private static void set(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  /**
   * Takes the port; {@link #start} begins to answer.
   *
   * @param name of its threads
   * @throws IOException if it cannot listen there
   */
  public static HttpListener open(InetSocketAddress listen, String name, RequestLimits limits)
      throws IOException {
    return new HttpListener(HttpServer.create(listen, BACKLOG), name, limits);
  }

  /**
   * The same for HTTPS. The handshake is a part of the request's header: it has no more time than
   * that.
   *
   * @param tls has the certificate of this server
   */
  public static HttpListener open(
      InetSocketAddress listen, String name, RequestLimits limits, SSLContext tls)
      throws IOException {
    HttpsServer server = HttpsServer.create(listen, BACKLOG);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    return new HttpListener(server, name, limits);
  }

  /** Answers this path, and what is below it, by the handler. */
  public void serve(String path, HttpHandler handler) {
    server.createContext(path, exchange -> answer(exchange, handler));
  }

  private void answer(HttpExchange exchange, HttpHandler handler) throws IOException {
    threads.headerRead();
    try (exchange) {
      Optional<byte[]> body = body(exchange);
      threads.bodyRead();
      if (body.isPresent()) {
        exchange.setStreams(new ByteArrayInputStream(body.get()), null);
        handler.handle(exchange);
      } else {
        refuse(exchange);
      }
    }
  }

  /** Returns the body; empty: it is too large. */
  private Optional<byte[]> body(HttpExchange exchange) throws IOException {
    InputStream in = exchange.getRequestBody();
    byte[] body = in.readNBytes(limits.bodyBytes());
    if (in.read() < 0) {
      return Optional.of(body);
    }
    // A client that still sends when its connection is closed does not see the answer.
    in.transferTo(OutputStream.nullOutputStream());
    return Optional.empty();
  }

  private void refuse(HttpExchange exchange) throws IOException {
    byte[] text =
        "Cannot answer this request: its body has more than %d bytes. Send less at once.%n"
            .formatted(limits.bodyBytes())
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
    exchange.getResponseHeaders().set("Connection", "close");
    exchange.sendResponseHeaders(413, text.length);
    exchange.getResponseBody().write(text);
  }

  /** Begins to answer. */
  public void start() {
    server.start();
  }

  /** Returns where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
