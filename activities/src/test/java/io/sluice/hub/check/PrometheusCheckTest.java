package io.sluice.hub.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.check.CheckReply;
import io.sluice.check.CheckResult;
import io.sluice.check.CheckTarget.Prometheus;
import io.sluice.hub.http.AnsweringServer;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What Prometheus answers, and what of it counts as passed (between-waves 3). */
class PrometheusCheckTest {
  private static final String LOW = "size(result) == 1 && result[0].value < 5.0";

  private final AnsweringServer server;
  private final CheckScene scene;

  PrometheusCheckTest() throws IOException {
    server = new AnsweringServer();
    scene = new CheckScene(server.url());
  }

  @AfterEach
  void close() {
    scene.close();
    server.close();
  }

  private CheckReply ask(String passed, String waits, String secret) {
    return scene.ask(
        new Prometheus(
            server.url() + "/",
            "sum(rate(errors[5m]))",
            passed,
            Optional.of(waits).filter(text -> !text.isEmpty()),
            Optional.of(secret).filter(text -> !text.isEmpty())));
  }

  private CheckReply ask(String passed) {
    return ask(passed, "size(result) == 0", "");
  }

  private void vector(String samples) {
    server.answers(
        200,
        "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[%s]}}"
            .formatted(samples));
  }

  private static String sample(String value) {
    return "{\"metric\":{\"site\":\"zrh\"},\"value\":[1764590400.5,\"%s\"]}".formatted(value);
  }

  @Test
  void aLowValuePasses() {
    vector(sample("0.8"));
    CheckReply reply = ask(LOW);
    assertThat(reply.result()).isEqualTo(CheckResult.PASSED);
    assertThat(reply.message()).isEqualTo("passed: 1 sample, first 0.8");
    assertThat(reply.hash()).matches("[0-9a-f]{16}");
    assertThat(server.received())
        .singleElement()
        .satisfies(
            request -> {
              assertThat(request.path()).isEqualTo("/api/v1/query");
              assertThat(request.body()).isEqualTo("query=sum%28rate%28errors%5B5m%5D%29%29");
            });
  }

  @Test
  void aHighValueFails() {
    vector(sample("7"));
    assertThat(ask(LOW).result()).isEqualTo(CheckResult.FAILED);
  }

  @Test
  void withoutASampleItWaits() {
    vector("");
    assertThat(ask(LOW))
        .extracting(CheckReply::result, CheckReply::message)
        .containsExactly(CheckResult.WAIT, "wait: no samples");
  }

  /** Nothing is less or more than NaN. */
  @Test
  void whatIsNoNumberDoesNotPass() {
    vector(sample("NaN"));
    assertThat(ask(LOW))
        .extracting(CheckReply::result, CheckReply::message)
        .containsExactly(CheckResult.FAILED, "failed: 1 sample, first NaN");
    vector(sample("+Inf"));
    assertThat(ask(LOW).result()).isEqualTo(CheckResult.FAILED);
  }

  @Test
  void labelsAndTimeMayBeAskedFor() {
    vector(sample("1"));
    assertThat(ask("result[0].labels.site == 'zrh' && result[0].time > 1764590400.0").result())
        .isEqualTo(CheckResult.PASSED);
  }

  @Test
  void aScalarIsOneSample() {
    server.answers(
        200, "{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\",\"result\":[1,\"2\"]}}");
    assertThat(ask(LOW).result()).isEqualTo(CheckResult.PASSED);
  }

  @Test
  void anErrorWaitsAndSaysWhich() {
    server.answers(
        400, "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"no\\nparse\"}");
    assertThat(ask(LOW))
        .extracting(CheckReply::result, CheckReply::message)
        .containsExactly(CheckResult.WAIT, "Prometheus answers bad_data: no\ufffdparse");
    server.answers(503, "busy");
    assertThat(ask(LOW))
        .extracting(CheckReply::result, CheckReply::message)
        .containsExactly(CheckResult.WAIT, "HTTP 503");
    server.answers(200, "[".repeat(10_000));
    assertThat(ask(LOW).result()).isEqualTo(CheckResult.WAIT);
  }

  @Test
  void aMatrixIsRefused() {
    server.answers(
        200, "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[]}}");
    assertThat(ask(LOW).result()).isEqualTo(CheckResult.WAIT);
  }

  @Test
  void anExpressionWithAnErrorWaits() {
    vector(sample("1"));
    CheckReply reply = ask("result[3].value < 1.0", "", "");
    assertThat(reply.result()).isEqualTo(CheckResult.WAIT);
    assertThat(reply.message()).startsWith("passed has an error");
  }

  @Test
  void credentialsComeFromASecretWithTheLabel() {
    vector(sample("1"));
    scene.secret("prom", "{sluice.io/check: 'true'}", Map.of("token", "abc\n"));
    assertThat(ask(LOW, "", "prom").result()).isEqualTo(CheckResult.PASSED);
    scene.secret("basic", "{sluice.io/check: 'true'}", Map.of("username", "u", "password", "p"));
    assertThat(ask(LOW, "", "basic").result()).isEqualTo(CheckResult.PASSED);
    assertThat(server.received())
        .extracting(request -> request.headers().getFirst("Authorization"))
        .containsExactly("Bearer abc", "Basic dTpw");
  }

  @Test
  void aSecretWithoutTheLabelIsNotUsed() {
    scene.secret("prom", "{}", Map.of("token", "abc"));
    assertThat(ask(LOW, "", "prom"))
        .extracting(CheckReply::result, CheckReply::message)
        .containsExactly(
            CheckResult.WAIT,
            "Cannot use Secret default/prom: it lacks the label sluice.io/check: \"true\"");
    assertThat(ask(LOW, "", "other").message())
        .isEqualTo("Cannot read Secret default/other: there is none");
    assertThat(ask(LOW, "", "../../x").message()).contains("is no name of an object");
    assertThat(server.received()).isEmpty();
  }

  @Test
  void aCheckThatWasChangedIsNotAsked() {
    scene.changeCheck();
    assertThat(ask(LOW).message()).isEqualTo("the check was changed");
    assertThat(server.received()).isEmpty();
  }
}
