package io.sluice.devservers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/**
 * Reads and writes the store below a hub: ten thousand objects in seconds, which take minutes
 * through the API.
 *
 * <p>The API server sees them by its own watches, and checks nothing: copy objects that it has
 * written.
 */
public final class EtcdStore {
  /** etcd takes at most 128 operations in one transaction, of 1.5 MiB. */
  private static final int KEYS = 100;

  private static final int IN_FLIGHT = 4;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI root;

  private EtcdStore(URI root) {
    this.root = root;
  }

  public static EtcdStore of(DevServers servers) {
    int port = ServerProcesses.state(servers).ports().etcd();
    return new EtcdStore(URI.create("http://127.0.0.1:" + port + "/v3/kv/"));
  }

  /** Holds one key and its value. */
  public record Pair(String key, byte[] value) {}

  /** Returns the value of a key that is there. */
  public byte[] get(String key) {
    ObjectNode range = JSON.createObjectNode().put("key", bytes(key));
    JsonNode found = send("range", range).join().path("kvs").path(0);
    try {
      return found.path("value").binaryValue();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + key, e);
    }
  }

  /** Writes that many pairs, numbered from 0. */
  public void put(int number, IntFunction<Pair> pairs) {
    transactions(
        number,
        index -> {
          Pair pair = pairs.apply(index);
          ObjectNode put = JSON.createObjectNode();
          put.putObject("requestPut").put("key", bytes(pair.key())).put("value", pair.value());
          return put;
        });
  }

  /** Deletes that many keys, numbered from 0. */
  public void delete(int number, IntFunction<String> keys) {
    transactions(
        number,
        index -> {
          ObjectNode delete = JSON.createObjectNode();
          delete.putObject("requestDeleteRange").put("key", bytes(keys.apply(index)));
          return delete;
        });
  }

  private void transactions(int number, IntFunction<ObjectNode> operations) {
    List<CompletableFuture<JsonNode>> open = new ArrayList<>();
    for (int from = 0; from < number; from += KEYS) {
      ObjectNode transaction = JSON.createObjectNode();
      ArrayNode all = transaction.putArray("success");
      for (int index = from; index < Math.min(number, from + KEYS); index++) {
        all.add(operations.apply(index));
      }
      open.add(send("txn", transaction));
      if (open.size() == IN_FLIGHT) {
        join(open);
      }
    }
    join(open);
  }

  private static void join(List<CompletableFuture<JsonNode>> open) {
    for (Iterator<CompletableFuture<JsonNode>> each = open.iterator(); each.hasNext(); ) {
      each.next().join();
      each.remove();
    }
  }

  private CompletableFuture<JsonNode> send(String call, ObjectNode body) {
    HttpRequest request =
        HttpRequest.newBuilder(root.resolve(call))
            .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
            .build();
    return http.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray())
        .thenApply(
            answer -> {
              if (answer.statusCode() != 200) {
                throw new IllegalStateException(
                    "etcd answers " + new String(answer.body(), StandardCharsets.UTF_8));
              }
              try {
                return JSON.readTree(answer.body());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
