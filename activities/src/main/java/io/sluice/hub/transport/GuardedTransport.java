package io.sluice.hub.transport;

import io.fabric8.kubernetes.client.okhttp.OkHttpClientFactory;
import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import okhttp3.ResponseBody;

/**
 * Makes the HTTP clients of every {@code KubernetesClient} that names no transport of its own close
 * no body that a thread is reading: all share the memory of one pool, so that one of them would
 * spoil the requests of the others ({@link GuardedSource}).
 *
 * <p>Found as a service, before the one of fabric8 that it extends.
 */
public final class GuardedTransport extends OkHttpClientFactory {
  @Override
  public int priority() {
    return 1;
  }

  @Override
  protected void additionalConfig(OkHttpClient.Builder builder) {
    builder.addInterceptor(GuardedTransport::guarded);
  }

  private static Response guarded(Interceptor.Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    ResponseBody body = response.body();
    return response
        .newBuilder()
        .body(
            ResponseBody.create(
                GuardedSource.of(body.source(), chain.call()::cancel),
                body.contentType(),
                body.contentLength()))
        .build();
  }
}
