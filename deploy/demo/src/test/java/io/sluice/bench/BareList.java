package io.sluice.bench;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.sluice.hub.client.HubClient;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Lists all policies in pages as large as those of a worker, and does nothing else: what a hub
 * needs to show them to anyone.
 */
final class BareList {
  private static final int ROUNDS = 3;
  private static final int PAGE = 500;

  /** Custom resources come with their fields in order, so the metadata of a list are its end. */
  private static final int LONGEST_METADATA = 2_000;

  private static final Pattern CONTINUE = Pattern.compile("\"continue\":\"([^\"]+)\"");

  private BareList() {}

  /** Returns the median of the seconds that one list takes, after one to warm up. */
  static double seconds(BenchHub hub, BenchTable table, String row) {
    try (KubernetesClient client = HubClient.ofKubeconfig(hub.servers().workerKubeconfig())) {
      long bytes = bytes(client);
      Meter meter = Meter.begin(hub);
      List<Double> seconds = IntStream.range(0, ROUNDS).mapToObj(round -> once(client)).toList();
      table.note(
          row,
          "%d MiB of policies listed %d times by a bare client: %s s; %s"
              .formatted(bytes >> 20, ROUNDS, seconds, meter.end().cost()));
      return BenchTable.percentile(seconds, 50);
    }
  }

  private static double once(KubernetesClient client) {
    Instant began = Instant.now();
    bytes(client);
    return Meter.seconds(began, Instant.now());
  }

  /** Returns how many bytes the list has. */
  private static long bytes(KubernetesClient client) {
    String list =
        client.getMasterUrl()
            + "apis/policy.open-cluster-management.io/v1/policies?limit=%d".formatted(PAGE);
    long bytes = 0;
    String more = "";
    do {
      byte[] page = page(client.getHttpClient(), list + more);
      bytes += page.length;
      int end = Math.max(0, page.length - LONGEST_METADATA);
      Matcher next =
          CONTINUE.matcher(new String(page, end, page.length - end, StandardCharsets.UTF_8));
      more =
          next.find()
              ? "&continue=" + URLEncoder.encode(next.group(1), StandardCharsets.UTF_8)
              : "";
    } while (!more.isEmpty());
    return bytes;
  }

  private static byte[] page(HttpClient http, String address) {
    HttpResponse<byte[]> answer =
        http.sendAsync(http.newHttpRequestBuilder().uri(URI.create(address)).build(), byte[].class)
            .join();
    if (!answer.isSuccessful()) {
      throw new IllegalStateException("the list was answered with " + answer.code());
    }
    return answer.body();
  }
}
