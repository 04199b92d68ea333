package io.sluice.hub.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongFunction;

/**
 * Keeps the lines of one watch, and passes a reference on for each.
 *
 * <p>fabric8 asks for the next part of an answer once the lines of the last one are parsed, so no
 * more than those of one part are kept.
 */
final class LineBody<T> implements BodySubscriber<T> {
  /** A root of a large fleet is a line of more than a megabyte; others need less. */
  private static final int KEPT_BUFFER = 1 << 16;

  private final BodySubscriber<T> reader;
  private final LongFunction<String> reference;
  private final Runnable whenEnded;
  private final Map<Long, byte[]> lines = new ConcurrentHashMap<>();
  private final AtomicBoolean ended = new AtomicBoolean();

  /** The first bytes of a line whose last ones are in a later part. */
  private ByteArrayOutputStream begun = new ByteArrayOutputStream();

  private long number;

  /**
   * Splits an answer.
   *
   * @param reference formats the reference to the line of that number, with its end
   * @param whenEnded runs once, after the last line or when no more are wanted
   */
  LineBody(BodySubscriber<T> reader, LongFunction<String> reference, Runnable whenEnded) {
    this.reader = reader;
    this.reference = reference;
    this.whenEnded = whenEnded;
  }

  /** Returns the line of that number, once; null where it is not kept. */
  byte[] take(long line) {
    return lines.remove(line);
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    reader.onSubscribe(
        new Subscription() {
          @Override
          public void request(long items) {
            subscription.request(items);
          }

          @Override
          public void cancel() {
            end();
            subscription.cancel();
          }
        });
  }

  private void end() {
    if (ended.compareAndSet(false, true)) {
      whenEnded.run();
    }
  }

  @Override
  public void onNext(List<ByteBuffer> part) {
    StringBuilder references = new StringBuilder();
    part.forEach(piece -> split(piece, references));
    reader.onNext(List.of(ByteBuffer.wrap(references.toString().getBytes(US_ASCII))));
  }

  private void split(ByteBuffer piece, StringBuilder references) {
    byte[] bytes = new byte[piece.remaining()];
    piece.get(bytes);
    int from = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        lines.put(++number, line(bytes, from, i));
        from = i + 1;
        references.append(reference.apply(number));
      }
    }
    begun.write(bytes, from, bytes.length - from);
  }

  /** Returns the line that ends there. */
  private byte[] line(byte[] bytes, int from, int to) {
    if (begun.size() == 0) {
      return Arrays.copyOfRange(bytes, from, to);
    }
    begun.write(bytes, from, to - from);
    byte[] line = begun.toByteArray();
    if (line.length > KEPT_BUFFER) {
      begun = new ByteArrayOutputStream();
    } else {
      begun.reset();
    }
    return line;
  }

  @Override
  public void onError(Throwable failure) {
    end();
    reader.onError(failure);
  }

  @Override
  public void onComplete() {
    end();
    reader.onComplete();
  }

  @Override
  public CompletionStage<T> getBody() {
    return reader.getBody();
  }
}
