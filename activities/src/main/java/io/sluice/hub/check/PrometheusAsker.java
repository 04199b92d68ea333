package io.sluice.hub.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.cel.CelVariable;
import io.sluice.check.CheckReply;
import io.sluice.check.CheckResult;
import io.sluice.check.CheckTarget.Prometheus;
import io.sluice.hub.http.AddressGuard;
import io.sluice.hub.http.HttpSecret;
import io.sluice.hub.http.HttpSecretReader;
import io.sluice.hub.http.HttpSender;
import io.sluice.hub.http.HttpSender.Answer;
import io.sluice.hub.http.NoAnswerException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Asks a Prometheus server for the value of a query now, and judges the samples. */
final class PrometheusAsker {
  private static final String PATH = "/api/v1/query";
  private static final String FORM = "application/x-www-form-urlencoded";

  private final AddressGuard guard;
  private final HttpSender http;
  private final HttpSecretReader secrets;

  PrometheusAsker(AddressGuard guard, HttpSender http, HttpSecretReader secrets) {
    this.guard = guard;
    this.http = http;
    this.secrets = secrets;
  }

  CheckReply ask(Prometheus target, String namespace) throws InterruptedException {
    if (target.address().contains("?")) {
      throw new NoAnswerException("the address is not allowed: it has a query");
    }
    URI url = guard.allowed(target.address().replaceFirst("/+$", "") + PATH);
    AnswerJudge judge =
        new AnswerJudge("result", CelVariable.LIST, target.passed(), target.waits());
    Optional<HttpSecret> secret = secrets.read(namespace, target.secret());
    HttpRequest.Builder request =
        HttpSender.post(url, FORM, "query=" + URLEncoder.encode(target.query(), UTF_8));
    secret
        .flatMap(HttpSecret::authorization)
        .ifPresent(value -> request.header("Authorization", value));
    Answer answer = http.send(request.build(), secret.flatMap(HttpSecret::authority));
    try {
      return judged(judge, samples(answer), answer.hash());
    } catch (NoAnswerException e) {
      return new CheckReply(CheckResult.WAIT, e.getMessage(), answer.hash());
    }
  }

  private static List<Map<String, Object>> samples(Answer answer) {
    Optional<Map<String, Object>> tree = AnswerJson.parse(answer.body());
    // It gives the reason of an error in JSON, whatever the status is.
    boolean readable = tree.filter(found -> found.containsKey("status")).isPresent();
    if (!readable || answer.status() / 100 == 3) {
      throw new NoAnswerException(
          answer.status() == Answer.OK
              ? "the answer is not that of a Prometheus server"
              : "HTTP " + answer.status());
    }
    return PrometheusSamples.of(tree.get());
  }

  private static CheckReply judged(
      AnswerJudge judge, List<Map<String, Object>> samples, String hash) {
    CheckResult result = judge.judge(samples);
    String seen =
        samples.isEmpty()
            ? "no samples"
            : "%d %s, first %s"
                .formatted(
                    samples.size(),
                    samples.size() == 1 ? "sample" : "samples",
                    samples.get(0).get("value"));
    return new CheckReply(result, result.label() + ": " + seen, hash);
  }
}
