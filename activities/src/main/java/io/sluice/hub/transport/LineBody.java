package io.sluice.hub.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
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
  private final BodySubscriber<T> reader;
  private final LongFunction<String> reference;
  private final Runnable whenEnded;
  private final Map<Long, byte[]> lines = new ConcurrentHashMap<>();
  private final AtomicBoolean ended = new AtomicBoolean();

  /** The first bytes of a line whose last ones are in a later part. */
  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();

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
        begun.write(bytes, from, i - from);
        from = i + 1;
        lines.put(++number, begun.toByteArray());
        begun.reset();
        references.append(reference.apply(number));
      }
    }
    begun.write(bytes, from, bytes.length - from);
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
