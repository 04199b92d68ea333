package io.sluice.stranger;

import io.sluice.process.http.RawRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Sends random bytes to the port of health and metrics, as any pod on the network may. */
final class RequestSearch implements StrangerSearch, AutoCloseable {
  /** Below what a server takes at a time: a stranger has as many connections as that allows. */
  private static final int OPEN = 300;

  private final InetSocketAddress worker;
  private final RandomText random;
  private final Deque<RawRequest> open = new ArrayDeque<>();
  private int accepted;

  RequestSearch(InetSocketAddress worker, RandomText random) {
    this.worker = worker;
    this.random = random;
  }

  @Override
  public String write() {
    String text = request();
    try {
      open.add(RawRequest.send(worker, text));
      accepted++;
      if (open.size() > OPEN) {
        open.remove().close();
      }
      return text;
    } catch (IOException e) {
      // A server closes what is too long while it is sent.
      return "closed: " + text.substring(0, Math.min(500, text.length()));
    }
  }

  private String request() {
    String line =
        "%s %s HTTP/1.1\r\n"
            .formatted(
                random.of(List.of("GET", "POST", "PUT", "HEAD", "X")),
                random.of(
                    List.of("/healthz", "/readyz", "/metrics", "/", "/" + random.longText(9_000))));
    return switch (random.upTo(6)) {
      case 0 -> line + "Host: a\r\n\r\n";
      case 1 -> line + "Host: a\r\nContent-Length: %d\r\n\r\n".formatted(random.number());
      case 2 -> line + "Host: a\r\nX: " + random.longText(100_000) + "\r\n\r\n";
      case 3 -> line + "Host: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n";
      case 4 -> line.substring(0, random.upTo(line.length()));
      default -> random.text(200);
    };
  }

  @Override
  public int accepted() {
    return accepted;
  }

  @Override
  public void close() {
    try {
      for (RawRequest each : open) {
        each.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot close a connection", e);
    }
  }
}
