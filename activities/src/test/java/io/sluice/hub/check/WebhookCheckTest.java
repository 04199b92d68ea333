package io.sluice.hub.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.check.CheckReply;
import io.sluice.check.CheckResult;
import io.sluice.check.CheckTarget.Webhook;
import io.sluice.hub.HubPatience;
import io.sluice.hub.http.AnsweringServer;
import java.io.IOException;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a webhook is asked, and what of its answers counts (between-waves K2, K5, K6). */
class WebhookCheckTest {
  private static final String KEY = "secret-of-both";
  private static final int BLOCK = 64;

  private final AnsweringServer server;
  private final CheckScene scene;

  WebhookCheckTest() throws IOException {
    server = new AnsweringServer();
    scene = new CheckScene(server.url());
  }

  @AfterEach
  void close() {
    scene.close();
    server.close();
  }

  private CheckReply ask(String secret, boolean names, Duration timeout) {
    return scene.ask(
        new Webhook(
            server.url() + "/ask", Optional.of(secret).filter(text -> !text.isEmpty()), names),
        timeout);
  }

  private CheckReply ask() {
    return ask("", false, HubPatience.MOST);
  }

  @Test
  void itIsAskedWithTheAttemptAndTheClusters() {
    server.answers(200, "{\"result\":\"passed\",\"message\":\"fine\"}");
    assertThat(ask("", true, HubPatience.MOST))
        .extracting(CheckReply::result, CheckReply::message)
        .containsExactly(CheckResult.PASSED, "fine");
    Map<String, Object> body =
        AnswerJson.parse(server.received().get(0).body().getBytes(UTF_8)).orElseThrow();
    assertThat(body)
        .containsEntry("hub", "eu")
        .containsEntry("policy", "default/web-tls")
        .containsEntry("version", 3)
        .containsEntry("attempt", 7)
        .containsEntry("rolloutUID", "uid-7")
        .containsEntry("check", "budget")
        .containsEntry("group", "prod")
        .containsEntry("stage", "before");
    assertThat(((Map<?, ?>) body.get("clusters")).get("clusters")).isEqualTo(2);
    assertThat(((Map<?, ?>) body.get("clusters")).get("names")).isEqualTo(List.of("c1", "c2"));
  }

  @Test
  void withoutAResultItWaits() {
    for (String body : List.of("", "garbage", "[]", "{}", "{\"result\":\"Passed\"}", "null")) {
      server.answers(200, body);
      assertThat(ask().result()).as(body).isEqualTo(CheckResult.WAIT);
    }
  }

  @Test
  void anErrorOfTheServerWaits() {
    server.answers(500, "{\"result\":\"passed\"}");
    assertThat(ask())
        .extracting(CheckReply::result, CheckReply::message)
        .containsExactly(CheckResult.WAIT, "HTTP 500");
  }

  @Test
  void aRedirectIsNotFollowed() throws IOException {
    try (AnsweringServer other = new AnsweringServer()) {
      other.answers(200, "{\"result\":\"passed\"}");
      server.redirectsTo(other.url());
      assertThat(ask())
          .extracting(CheckReply::result, CheckReply::message)
          .containsExactly(CheckResult.WAIT, "HTTP 307");
      assertThat(other.received()).isEmpty();
    }
  }

  /** The wait for it would not end. */
  @Test
  void aLargeBodyIsCutOff() {
    server.answersWithoutEnd();
    assertThat(ask())
        .extracting(CheckReply::result, CheckReply::message)
        .containsExactly(CheckResult.WAIT, "HTTP 200 with a body of more than 256 KiB");
  }

  @Test
  void whoNeverAnswersIsNotWaitedForLongerThanTheTimeout() {
    server.neverAnswers();
    assertThat(ask("", false, Duration.ofMillis(300)).message())
        .isEqualTo("no answer within 300ms");
  }

  @Test
  void aTextOfManyLinesBecomesOneThatIsCut() {
    server.answers(
        200, "{\"result\":\"failed\",\"message\":\"a\\u001bb%s\"}".formatted("c".repeat(500)));
    CheckReply reply = ask();
    assertThat(reply.result()).isEqualTo(CheckResult.FAILED);
    assertThat(reply.message()).startsWith("a\ufffdbcc").hasSize(CheckReply.LONGEST);
  }

  @Test
  void theQuestionIsSigned() throws Exception {
    server.answers(200, "{\"result\":\"passed\"}");
    scene.secret("hook", "{sluice.io/check: 'true'}", Map.of("key", KEY));
    assertThat(ask("hook", false, HubPatience.MOST).result()).isEqualTo(CheckResult.PASSED);
    AnsweringServer.Received request = server.received().get(0);
    String time = String.valueOf(CheckScene.NOW.getEpochSecond());
    assertThat(request.headers().getFirst("Sluice-Signature"))
        .isEqualTo("t=%s,v1=%s".formatted(time, hmac(KEY, time + "." + request.body())));
  }

  /** As RFC 2104 defines it, without the classes of the JDK for it. */
  private static String hmac(String key, String text) throws Exception {
    byte[] padded = Arrays.copyOf(key.getBytes(UTF_8), BLOCK);
    byte[] inner = padded.clone();
    byte[] outer = padded.clone();
    for (int i = 0; i < BLOCK; i++) {
      inner[i] ^= 0x36;
      outer[i] ^= 0x5c;
    }
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    digest.update(inner);
    byte[] first = digest.digest(text.getBytes(UTF_8));
    digest.update(outer);
    return "%064x".formatted(new BigInteger(1, digest.digest(first)));
  }

  @Test
  void aSecretWithoutAKeyIsNamed() {
    scene.secret("hook", "{sluice.io/check: 'true'}", Map.of("token", "x"));
    assertThat(ask("hook", false, HubPatience.MOST).message())
        .isEqualTo("Secret default/hook has no key named key");
    assertThat(server.received()).isEmpty();
  }
}
