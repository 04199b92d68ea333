package io.sluice.tools.codec;

import com.sun.net.httpserver.HttpExchange;
import io.sluice.process.http.HttpListener;
import io.sluice.process.http.RequestLimits;
import io.sluice.workflow.payload.PayloadKeys;
import io.sluice.workflow.payload.Payloads;
import io.temporal.api.common.v1.Payload;
import io.temporal.payload.codec.PayloadCodec;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves {@code POST /encode} and {@code POST /decode}, as Temporal's Web UI and command line call
 * a codec server.
 *
 * <p>A browser may call it from one origin alone. Other programs that reach its port can decrypt:
 * it asks for no login.
 */
public final class CodecServer implements AutoCloseable {
  /** What the payloads of a page may take in memory, where each of them may take 8 MiB. */
  private static final long LARGEST_PAGE = 32L * 1024 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(CodecServer.class);

  private final HttpListener listener;
  private final String origin;

  private CodecServer(HttpListener listener, String origin) {
    this.listener = listener;
    this.origin = origin;
  }

  /**
   * Starts it.
   *
   * @param origin of the Web UI, such as {@code http://localhost:8233}
   * @throws IllegalStateException if it cannot listen there
   */
  public static CodecServer start(InetSocketAddress listen, String origin, PayloadKeys keys) {
    PayloadCodec codec = Payloads.codec(keys);
    try {
      CodecServer started =
          new CodecServer(HttpListener.open(listen, "codec", RequestLimits.STANDARD), origin);
      started.serve("/encode", codec::encode);
      started.serve("/decode", payloads -> decode(codec, payloads));
      started.listener.start();
      return started;
    } catch (IOException e) {
      throw new IllegalStateException(
          "Cannot serve the codec on %s:%d: %s. Choose another with --address or --port (0 takes any free one)."
              .formatted(listen.getHostString(), listen.getPort(), e.getMessage()),
          e);
    }
  }

  /**
   * Reads the payloads of a page, until they are as large as a page may be. One that cannot be read
   * is left as it is: the others of a page can.
   */
  private static List<Payload> decode(PayloadCodec codec, List<Payload> payloads) {
    List<Payload> decoded = new ArrayList<>(payloads.size());
    long size = 0;
    for (Payload payload : payloads) {
      Payload read = size < LARGEST_PAGE ? decode(codec, payload) : payload;
      size += read.getSerializedSize();
      decoded.add(read);
    }
    if (size >= LARGEST_PAGE) {
      LOG.warn(
          "Cannot read all payloads of a page: together they unpack to more than 32 MiB. Read fewer events at once.");
    }
    return decoded;
  }

  private static Payload decode(PayloadCodec codec, Payload payload) {
    try {
      return codec.decode(List.of(payload)).get(0);
    } catch (IllegalStateException e) {
      LOG.warn("{}", e.getMessage());
      return payload;
    }
  }

  private void serve(String path, UnaryOperator<List<Payload>> change) {
    listener.serve(
        path,
        exchange -> {
          try (exchange) {
            if (!exchange.getRequestURI().getPath().equals(path)) {
              answer(exchange, 404, "There is /encode and /decode.");
            } else if (foreign(exchange)) {
              answer(exchange, 403, "This origin is not that of --ui-origin.");
            } else {
              respond(exchange, change);
            }
          }
        });
  }

  /** A page of another origin must not read, whether or not its browser would let it. */
  private boolean foreign(HttpExchange exchange) {
    String from = exchange.getRequestHeaders().getFirst("Origin");
    if (from == null) {
      return false;
    }
    exchange.getResponseHeaders().set("Vary", "Origin");
    if (!from.equals(origin)) {
      return true;
    }
    exchange.getResponseHeaders().set("Access-Control-Allow-Origin", origin);
    return false;
  }

  private static void respond(HttpExchange exchange, UnaryOperator<List<Payload>> change)
      throws IOException {
    switch (exchange.getRequestMethod()) {
      case "OPTIONS" -> {
        exchange.getResponseHeaders().set("Access-Control-Allow-Methods", "POST");
        exchange
            .getResponseHeaders()
            .set("Access-Control-Allow-Headers", "content-type, x-namespace, authorization");
        exchange.sendResponseHeaders(204, -1);
      }
      case "POST" -> post(exchange, change);
      default -> {
        exchange.getResponseHeaders().set("Allow", "POST, OPTIONS");
        answer(exchange, 405, "Payloads are sent by POST.");
      }
    }
  }

  private static void post(HttpExchange exchange, UnaryOperator<List<Payload>> change)
      throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String changed;
    try {
      changed = PayloadsJson.change(body, change);
    } catch (IOException e) {
      answer(exchange, 400, "The body is not {\"payloads\":[...]} as Temporal writes it.");
      return;
    }
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    send(exchange, 200, changed);
  }

  private static void answer(HttpExchange exchange, int code, String text) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
    send(exchange, code, text + "\n");
  }

  private static void send(HttpExchange exchange, int code, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
  }

  /** Returns where it listens. */
  public InetSocketAddress address() {
    return listener.address();
  }

  @Override
  public void close() {
    listener.close();
  }
}
