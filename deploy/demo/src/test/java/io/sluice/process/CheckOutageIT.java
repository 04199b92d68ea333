package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.sluice.devservers.Program;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.http.AllowedAddresses;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kills Temporal while a service is asked whether a group may start (between-waves 3). */
@Timeout(Patience.TEST)
class CheckOutageIT {
  private final LocalTestServers servers = new LocalTestServers();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger questions = new AtomicInteger();
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch killed = new CountDownLatch(1);

  @AfterEach
  void heal() {
    killed.countDown();
    threads.shutdownNow();
    SharedDevServers.heal();
  }

  @Test
  void theGroupStartsOnAnAnswerAndNobodyTwice() throws Exception {
    HttpServer board = board();
    String address = "http://127.0.0.1:" + board.getAddress().getPort();
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1", "prod=p1")) {
      fixture
          .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
          .start(
              RolloutFixture.QUICK.with(
                  settings -> settings.checkAddresses(new AllowedAddresses(List.of(address)))));
      fixture.rollout(
          "{checks: [{name: board, before: [prod], interval: 10s, webhook: {url: '%s'}}]}"
              .formatted(address));
      fixture.policy(
          "one", "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 5m}}");
      assertThat(asked.await(Patience.MOST.toSeconds(), TimeUnit.SECONDS)).isTrue();

      servers.servers().kill(Program.TEMPORAL);
      killed.countDown();
      servers.servers().restart(Program.TEMPORAL);

      assertThat(fixture.awaitPhase(Patience.MOST, "Done")).containsEntry("outcome", "Succeeded");
      assertThat(fixture.contentWrites("p1")).isEqualTo(1);
      assertThat(questions.get()).isPositive();
    } finally {
      board.stop(0);
    }
  }

  /** Answers the first question only once Temporal is gone. */
  private HttpServer board() throws Exception {
    HttpServer board =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    board.setExecutor(threads);
    board.createContext(
        "/",
        exchange -> {
          questions.incrementAndGet();
          asked.countDown();
          try {
            killed.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          byte[] body = "{\"result\": \"passed\"}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    board.start();
    return board;
  }
}
