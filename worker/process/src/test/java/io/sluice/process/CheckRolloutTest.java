package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.sluice.hub.http.AllowedAddresses;
import io.sluice.policy.JsonTree;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rolls out a policy whose Rollout needs evidence from elsewhere (between-waves 3). */
@Timeout(Patience.TEST)
class CheckRolloutTest {
  private static final String PER_GROUP =
      "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 5m}}";

  private final List<String> questions = new CopyOnWriteArrayList<>();
  private volatile String answer = "{\"result\": \"wait\", \"message\": \"nobody has decided\"}";
  private HttpServer board;

  @BeforeEach
  void open() throws IOException {
    board = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    board.createContext(
        "/changes",
        exchange -> {
          questions.add(
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          byte[] body = answer.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    board.start();
  }

  @AfterEach
  void close() {
    board.stop(0);
  }

  private String address() {
    return "http://127.0.0.1:" + board.getAddress().getPort();
  }

  private RolloutFixture fixture(AllowedAddresses allowed) {
    RolloutFixture fixture =
        RolloutFixture.of("dev=d1", "prod=p1")
            .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
            .start(RolloutFixture.QUICK.with(settings -> settings.checkAddresses(allowed)))
            .policy("one", PER_GROUP);
    fixture.awaitPhase(Patience.MOST, "Done");
    return fixture;
  }

  private RolloutFixture fixture() {
    return fixture(new AllowedAddresses(List.of(address() + "/changes")));
  }

  private void check(RolloutFixture fixture, String more) {
    fixture.rollout(
        "{checks: [{name: board, before: [prod], interval: 10s, webhook: {url: '%s/changes'}%s}]}"
            .formatted(address(), more));
  }

  private static Map<String, Object> awaitHeld(RolloutFixture fixture, String state) {
    return fixture.awaitStatus(
        Patience.MOST,
        status ->
            JsonTree.text(status, "waitingFor")
                .filter(text -> text.startsWith("Waiting for check board before group prod: "))
                .filter(text -> text.contains(state))
                .isPresent());
  }

  @Test
  void aGroupWaitsForTheAnswerOfAService() {
    try (RolloutFixture fixture = fixture()) {
      check(fixture, "");
      fixture.stage("two");

      Map<String, Object> status = awaitHeld(fixture, "last answer: nobody has decided");
      assertThat(status).containsEntry("phase", "Progressing");
      assertThat(JsonTree.maps(status, "checks"))
          .singleElement()
          .satisfies(
              check ->
                  assertThat(check)
                      .containsEntry("name", "board")
                      .containsEntry("group", "prod")
                      .containsEntry("result", "wait"));
      assertThat(fixture.contents()).containsExactly("two", "one");
      assertThat(questions.get(0)).contains("\"group\":\"prod\"", "\"check\":\"board\"");

      answer = "{\"result\": \"passed\"}";
      fixture.awaitPhase(Patience.MOST, "Done");
      assertThat(fixture.contents()).containsExactly("two", "two");
    }
  }

  @Test
  void aPersonLetsOneRolloutPass() {
    answer = "{\"result\": \"failed\", \"message\": \"not today\"}";
    try (RolloutFixture fixture = fixture()) {
      check(fixture, "");
      fixture.stage("two");
      String attempt =
          JsonTree.text(awaitHeld(fixture, "it has failed (not today)"), "rolloutUID")
              .orElseThrow();

      check(
          fixture,
          ", overrides: [{rolloutUID: %s, group: prod, reason: a hole}]".formatted(attempt));
      fixture.awaitPhase(Patience.MOST, "Done");
      assertThat(fixture.contents()).containsExactly("two", "two");
    }
  }

  @Test
  void whatTheAdministratorDoesNotAllowIsNotAsked() {
    try (RolloutFixture fixture = fixture(AllowedAddresses.NONE)) {
      check(fixture, "");
      fixture.stage("two");

      awaitHeld(fixture, "is not allowed: the administrator lists addresses in checkAddresses");
      assertThat(questions).isEmpty();
      assertThat(fixture.contents()).containsExactly("two", "one");
    }
  }

  @Test
  void aCheckThatCannotBeAskedStartsNobody() {
    try (RolloutFixture fixture = fixture()) {
      fixture.rollout("{checks: [{name: board, before: [prod]}]}");
      fixture.stage("two");

      Patience.await()
          .until(
              () ->
                  fixture
                      .condition("Accepted")
                      .filter(condition -> "CheckInvalid".equals(condition.get("reason")))
                      .isPresent());
      assertThat(fixture.contents()).containsExactly("one", "one");
    }
  }
}
