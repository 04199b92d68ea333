package io.sluice.tools.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.util.JsonFormat;
import io.sluice.workflow.payload.PayloadKeys;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.common.converter.DataConverter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CodecServerTest {
  private static final String ORIGIN = "http://localhost:8233";
  private static final PayloadKeys KEYS = key("2026-11", 1);
  private static final DataConverter CONVERTER =
      io.sluice.workflow.payload.Payloads.converter(KEYS);

  private final HttpClient client = HttpClient.newHttpClient();
  private final CodecServer server = CodecServer.start(loopback(0), ORIGIN, KEYS);

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void encryptedCompressedAndPlainPayloadsAreDecoded() throws Exception {
    String large = "cluster ".repeat(5_000);
    DataConverter plain = io.sluice.workflow.payload.Payloads.converter();
    List<Payload> decoded =
        decode(
            CONVERTER.toPayload("secret").orElseThrow(),
            CONVERTER.toPayload(large).orElseThrow(),
            plain.toPayload(large).orElseThrow(),
            plain.toPayload("plain").orElseThrow());
    assertThat(decoded)
        .extracting(payload -> payload.getData().toStringUtf8())
        .containsExactly("\"secret\"", '"' + large + '"', '"' + large + '"', "\"plain\"");
  }

  /** A page of small payloads would otherwise be unpacked to gigabytes. */
  @Test
  void aPageIsUnpackedToAtMostWhatAPageMayBe() throws Exception {
    Payload large = CONVERTER.toPayload("x".repeat(7 * 1024 * 1024)).orElseThrow();
    List<Payload> decoded = decode(Collections.nCopies(9, large).toArray(Payload[]::new));
    assertThat(decoded.subList(0, 5))
        .allSatisfy(payload -> assertThat(payload.getData().size()).isEqualTo(7 * 1024 * 1024 + 2));
    assertThat(decoded.subList(5, 9)).containsOnly(large);
  }

  @Test
  void whatTheUiEncodesAWorkerReads() throws Exception {
    Payload typed =
        io.sluice.workflow.payload.Payloads.converter().toPayload("by hand").orElseThrow();
    HttpResponse<String> answer = post("/encode", json(typed), ORIGIN);
    Payload encoded = payloads(answer.body()).get(0);
    assertThat(answer.body()).doesNotContain("json/plain");
    assertThat(CONVERTER.fromPayload(encoded, String.class, String.class)).isEqualTo("by hand");
  }

  @Test
  void aPayloadOfAnotherKeyHidesNoOther() throws Exception {
    Payload other =
        io.sluice.workflow.payload.Payloads.converter(key("2025-01", 2))
            .toPayload("x")
            .orElseThrow();
    List<Payload> decoded = decode(other, CONVERTER.toPayload("secret").orElseThrow());
    assertThat(decoded.get(0)).isEqualTo(other);
    assertThat(decoded.get(1).getData().toStringUtf8()).isEqualTo("\"secret\"");
  }

  @Test
  void onlyTheOriginOfTheUiMayCall() throws Exception {
    HttpResponse<String> allowed = send("OPTIONS", "/decode", "", ORIGIN);
    assertThat(allowed.statusCode()).isEqualTo(204);
    assertThat(allowed.headers().firstValue("Access-Control-Allow-Origin")).hasValue(ORIGIN);
    assertThat(allowed.headers().firstValue("Access-Control-Allow-Headers"))
        .hasValue("content-type, x-namespace, authorization");

    String body = json(CONVERTER.toPayload("secret").orElseThrow());
    for (String origin : List.of("http://localhost:8234", "http://evil.example.com", "null")) {
      assertThat(send("OPTIONS", "/decode", "", origin).statusCode()).isEqualTo(403);
      HttpResponse<String> refused = post("/decode", body, origin);
      assertThat(refused.statusCode()).isEqualTo(403);
      assertThat(refused.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
    }
  }

  @Test
  void nothingElseIsServed() throws Exception {
    assertThat(send("GET", "/decode", "", ORIGIN).statusCode()).isEqualTo(405);
    assertThat(post("/decode/more", "{}", ORIGIN).statusCode()).isEqualTo(404);
    assertThat(post("/", "{}", ORIGIN).statusCode()).isEqualTo(404);
    assertThat(post("/decode", "no json", ORIGIN).statusCode()).isEqualTo(400);
    assertThat(post("/decode", " ".repeat(1024 * 1024 + 1), ORIGIN).statusCode()).isEqualTo(413);
  }

  @Test
  void itListensOnLoopbackOnlyWhereThatIsAsked() {
    assertThat(server.address().getAddress().isLoopbackAddress()).isTrue();
    assertThatThrownBy(() -> CodecServer.start(server.address(), ORIGIN, KEYS))
        .hasMessageStartingWith("Cannot serve the codec on ");
  }

  private List<Payload> decode(Payload... payloads) throws Exception {
    // The command line sends no origin.
    HttpRequest request =
        HttpRequest.newBuilder(uri("/decode?preserveStorageRefs=true"))
            .header("X-Namespace", "sluice")
            .POST(BodyPublishers.ofString(json(payloads)))
            .build();
    HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
    return payloads(answer.body());
  }

  private HttpResponse<String> post(String path, String body, String origin) throws Exception {
    return send("POST", path, body, origin);
  }

  private HttpResponse<String> send(String method, String path, String body, String origin)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(uri(path))
            .header("Origin", origin)
            .method(method, BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:%d%s".formatted(server.address().getPort(), path));
  }

  private static String json(Payload... payloads) throws IOException {
    return JsonFormat.printer()
        .print(Payloads.newBuilder().addAllPayloads(List.of(payloads)).build());
  }

  private static List<Payload> payloads(String json) throws IOException {
    Payloads.Builder parsed = Payloads.newBuilder();
    JsonFormat.parser().merge(json, parsed);
    return parsed.getPayloadsList();
  }

  private static PayloadKeys key(String id, int seed) {
    byte[] bytes = new byte[32];
    bytes[0] = (byte) seed;
    return PayloadKeys.parse(id + " " + Base64.getEncoder().encodeToString(bytes));
  }

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }
}
