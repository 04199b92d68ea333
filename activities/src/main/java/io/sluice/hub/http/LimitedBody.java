package io.sluice.hub.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Takes a body that is not too large; gives up the connection where more comes. */
final class LimitedBody implements HttpResponse.BodySubscriber<Optional<byte[]>> {
  private final int most;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<Optional<byte[]>> body = new CompletableFuture<>();
  private Flow.Subscription subscription;

  /**
   * @param most bytes that it takes
   */
  LimitedBody(int most) {
    this.most = most;
  }

  /** Returns the whole body; empty if it is larger. */
  @Override
  public CompletionStage<Optional<byte[]>> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    given.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> parts) {
    for (ByteBuffer part : parts) {
      if (bytes.size() + part.remaining() > most) {
        subscription.cancel();
        body.complete(Optional.empty());
        return;
      }
      byte[] copy = new byte[part.remaining()];
      part.get(copy);
      bytes.writeBytes(copy);
    }
    subscription.request(1);
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    body.complete(Optional.of(bytes.toByteArray()));
  }
}
