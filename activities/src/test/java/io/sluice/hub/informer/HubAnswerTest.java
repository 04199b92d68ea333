package io.sluice.hub.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class HubAnswerTest {
  private static final URI LIST = URI.create("http://hub/api/v1/namespaces");

  private final CompletableFuture<HttpResponse<AsyncBody>> sent = new CompletableFuture<>();
  private final Body body = new Body();

  @Test
  void anAnswerThatBeginsAfterItsReaderWasInterruptedIsCanceled() {
    HubAnswer answer = new HubAnswer(client(), LIST, part -> {});

    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> answer.await(() -> {})).isInstanceOf(InterruptedException.class);
    assertThat(body.done).isNotDone();

    sent.complete(new Begun(body));
    assertThat(body.done).isCancelled();
  }

  @Test
  void anAnswerWhoseReaderFailsAsItBeginsIsCanceled() {
    sent.complete(new Begun(body));
    HubAnswer answer = new HubAnswer(client(), LIST, part -> {});

    assertThatThrownBy(
            () ->
                answer.await(
                    () -> {
                      throw new IllegalStateException("no listener");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(body.done).isCancelled();
  }

  /** A client whose only answer is the one of this test. */
  private HttpClient client() {
    return (HttpClient)
        Proxy.newProxyInstance(
            HttpClient.class.getClassLoader(),
            new Class<?>[] {HttpClient.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "newHttpRequestBuilder" -> new StandardHttpRequest.Builder();
                  case "consumeBytes" -> sent;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static final class Body implements AsyncBody {
    final CompletableFuture<Void> done = new CompletableFuture<>();

    @Override
    public void consume() {}

    @Override
    public CompletableFuture<Void> done() {
      return done;
    }

    @Override
    public void cancel() {
      done.cancel(false);
    }
  }

  private record Begun(AsyncBody body) implements HttpResponse<AsyncBody> {
    @Override
    public int code() {
      return 200;
    }

    @Override
    public HttpRequest request() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Optional<HttpResponse<?>> previousResponse() {
      return Optional.empty();
    }

    @Override
    public List<String> headers(String key) {
      return List.of();
    }

    @Override
    public Map<String, List<String>> headers() {
      return Map.of();
    }
  }
}
