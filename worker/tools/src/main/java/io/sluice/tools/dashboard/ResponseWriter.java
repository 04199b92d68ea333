package io.sluice.tools.dashboard;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** Writes answers: pages with their policies, and JSON, packed where that is worth it. */
final class ResponseWriter {
  private static final int GZIP_FROM = 4 * 1024;

  private ResponseWriter() {}

  /** Sets the headers that every answer has. */
  static void secure(HttpExchange exchange) {
    var headers = exchange.getResponseHeaders();
    headers.set("Cache-Control", "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
  }

  static void page(HttpExchange exchange, int code, DashboardPages.Page page) throws IOException {
    exchange.getResponseHeaders().set("Content-Security-Policy", page.policy());
    send(exchange, code, "text/html; charset=utf-8", page.html());
  }

  static void json(HttpExchange exchange, ApiAnswer answer) throws IOException {
    send(exchange, answer.code(), "application/json", answer.json());
  }

  private static void send(HttpExchange exchange, int code, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    String accepted = exchange.getRequestHeaders().getFirst("Accept-Encoding");
    if (body.length >= GZIP_FROM && accepted != null && accepted.contains("gzip")) {
      exchange.getResponseHeaders().set("Content-Encoding", "gzip");
      exchange.sendResponseHeaders(code, 0);
      try (GZIPOutputStream out = new GZIPOutputStream(exchange.getResponseBody())) {
        out.write(body);
      }
      return;
    }
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
  }
}
