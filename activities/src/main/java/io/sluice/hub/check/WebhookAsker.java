package io.sluice.hub.check;

import io.sluice.check.CheckReply;
import io.sluice.check.CheckResult;
import io.sluice.check.CheckTarget.Webhook;
import io.sluice.hub.http.AddressGuard;
import io.sluice.hub.http.HttpSecret;
import io.sluice.hub.http.HttpSecretReader;
import io.sluice.hub.http.HttpSender;
import io.sluice.hub.http.HttpSender.Answer;
import io.sluice.hub.http.WebhookSignature;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.workflow.CheckActivities.CheckQuestion;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Asks an HTTP server, which gives the result itself (between-waves K6). */
final class WebhookAsker {
  private static final String NONE =
      "the answer is no JSON with a result of passed, failed or wait";

  private final AddressGuard guard;
  private final HttpSender http;
  private final HttpSecretReader secrets;
  private final HubName hub;
  private final Clock clock;

  WebhookAsker(
      AddressGuard guard, HttpSender http, HttpSecretReader secrets, HubName hub, Clock clock) {
    this.guard = guard;
    this.http = http;
    this.secrets = secrets;
    this.hub = hub;
    this.clock = clock;
  }

  /**
   * Asks.
   *
   * @param clusters of the group, read only where the question names them
   */
  CheckReply ask(Webhook target, CheckQuestion question, Supplier<List<String>> clusters)
      throws InterruptedException {
    URI url = guard.allowed(target.url());
    Optional<HttpSecret> secret =
        secrets.read(question.attempt().policy().namespace(), target.secret());
    String body =
        WebhookQuestion.json(
            hub, question, target.names() ? Optional.of(clusters.get()) : Optional.empty());
    HttpRequest.Builder request = HttpSender.post(url, "application/json", body);
    secret
        .map(found -> WebhookSignature.of(body, found.signingKey(), clock.instant()))
        .ifPresent(value -> request.header(WebhookSignature.HEADER, value));
    return reply(http.send(request.build(), secret.flatMap(HttpSecret::authority)));
  }

  private static CheckReply reply(Answer answer) {
    if (answer.status() != Answer.OK) {
      return new CheckReply(CheckResult.WAIT, "HTTP " + answer.status(), answer.hash());
    }
    Map<String, Object> tree = AnswerJson.parse(answer.body()).orElse(Map.of());
    return Arrays.stream(CheckResult.values())
        .filter(result -> result.label().equals(tree.get("result")))
        .findFirst()
        .map(
            result ->
                new CheckReply(
                    result, JsonTree.text(tree, "message").orElse(result.label()), answer.hash()))
        .orElseGet(() -> new CheckReply(CheckResult.WAIT, NONE, answer.hash()));
  }
}
