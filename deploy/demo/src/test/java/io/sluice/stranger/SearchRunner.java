package io.sluice.stranger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Runs a search, and checks every some hundred writes that nobody else has noticed: an edit of the
 * neighbour arrives, nothing of others is gone or changed, the process lives and is ready.
 *
 * <p>An edit has {@link io.sluice.process.Patience#MOST} to arrive, which is many times what it
 * takes on a machine that others use; the longest is printed.
 */
final class SearchRunner {
  private static final int SHOWN = 5;

  private final StrangerScene scene;
  private final String who;
  private final String repeated;
  private final int checked;
  private final TreeSet<Duration> deliveries = new TreeSet<>();

  /**
   * Prepares one.
   *
   * @param who whose writes these are, for the log
   * @param repeated the option that repeats them
   * @param checked after how many writes it looks
   */
  SearchRunner(StrangerScene scene, String who, String repeated, int checked) {
    this.scene = scene;
    this.who = who;
    this.repeated = repeated;
    this.checked = checked;
  }

  /**
   * Writes so many times.
   *
   * @param namespace what is in it, or has it in its name, may change
   */
  void run(StrangerSearch search, String namespace, int writes) {
    deliver();
    HubSnapshot before = HubSnapshot.without(scene.admin(), namespace);
    Deque<String> last = new ArrayDeque<>();
    Instant begin = Instant.now();
    for (int done = 1; done <= writes; done++) {
      last.add(search.write());
      if (last.size() > checked) {
        last.remove();
      }
      if (done % checked == 0 || done == writes) {
        check(before, namespace, done, last);
      }
    }
    System.out.printf(
        "FIGURE strangers %s: %d of %d writes taken in %s, longest delivery %s%n",
        who,
        search.accepted(),
        writes,
        Duration.between(begin, Instant.now()),
        Collections.max(deliveries));
  }

  private void check(HubSnapshot before, String namespace, int done, Deque<String> last) {
    try {
      deliver();
      before.checkStands(
          HubSnapshot.without(scene.admin(), namespace), scene.neighbour().namespace());
      assertThat(scene.worker().metrics()).as("metrics").contains("sluice_");
    } catch (AssertionError | ConditionTimeoutException e) {
      throw new AssertionError(
          "%s -Dsluice.strangers.cases='%s': after %d writes: %s%nThe last of them, whole in the log:%n%s"
              .formatted(repeated, who, done, e.getMessage(), shown(last)),
          e);
    }
  }

  private void deliver() {
    Instant begin = Instant.now();
    scene.deliver();
    deliveries.add(Duration.between(begin, Instant.now()));
  }

  private static String shown(Deque<String> last) {
    last.forEach(written -> System.out.println("WRITTEN " + written));
    List<String> all = List.copyOf(last);
    return String.join("\n", all.subList(Math.max(0, all.size() - SHOWN), all.size()));
  }
}
