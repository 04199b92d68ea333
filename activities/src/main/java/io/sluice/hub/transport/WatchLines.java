package io.sluice.hub.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.net.http.HttpResponse.BodySubscriber;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Splits watches into their lines, and keeps each line until it is parsed.
 *
 * <p>fabric8 7.8.0 decodes a watch and appends it to a text character by character, a tenth of the
 * processor time of a worker. It gets a short reference instead of each line, and its serialization
 * exchanges that for the bytes of the line.
 */
public final class WatchLines {
  /** No JSON begins with it. */
  private static final char MARK = '@';

  private static final char OF = '.';

  /** Lines of a watch that has ended are parsed at once, or never: then its informer was closed. */
  private static final int ENDED_KEPT = 64;

  private final Map<Long, LineBody<?>> bodies = new ConcurrentHashMap<>();
  private final AtomicLong number = new AtomicLong();
  private final Deque<Long> ended = new ArrayDeque<>();

  /** Marks a serialization that parses references as well. */
  public interface Parser {
    /** Returns the lines that references stand for. */
    WatchLines lines();
  }

  <T> BodySubscriber<T> split(BodySubscriber<T> reader) {
    long id = number.incrementAndGet();
    LineBody<T> body = new LineBody<>(reader, line -> reference(id, line), () -> end(id));
    bodies.put(id, body);
    return body;
  }

  private static String reference(long body, long line) {
    return MARK + Long.toString(body) + OF + line + '\n';
  }

  private void end(long id) {
    synchronized (ended) {
      ended.add(id);
      if (ended.size() > ENDED_KEPT) {
        bodies.remove(ended.remove());
      }
    }
  }

  /**
   * Returns the line that a text stands for, once; empty where the text is no reference.
   *
   * @throws IllegalStateException when that line is not kept any more
   */
  public Optional<byte[]> take(byte[] text) {
    if (text.length == 0 || text[0] != MARK) {
      return Optional.empty();
    }
    String reference = new String(text, US_ASCII);
    int of = reference.indexOf(OF);
    LineBody<?> body = bodies.get(Long.valueOf(reference.substring(1, of)));
    byte[] line = body == null ? null : body.take(Long.parseLong(reference.substring(of + 1)));
    if (line == null) {
      throw new IllegalStateException("the line %s of a watch is gone".formatted(reference));
    }
    return Optional.of(line);
  }
}
