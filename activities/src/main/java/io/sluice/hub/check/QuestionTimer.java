package io.sluice.hub.check;

import static java.util.Objects.requireNonNull;

import io.sluice.check.CheckReply;
import io.sluice.hub.client.HubException;
import io.sluice.hub.http.NoAnswerException;
import io.sluice.text.PrintableText;
import io.temporal.activity.Activity;
import io.temporal.client.ActivityCompletionException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a question in a thread of its own, for its time and no longer, and sends heartbeats
 * meanwhile: a question that is canceled ends at the next one.
 */
final class QuestionTimer {
  /** Sends a heartbeat of the activity that runs on the calling thread. */
  static final Runnable HEARTBEAT = () -> Activity.getExecutionContext().heartbeat(null);

  private static final Logger LOG = LoggerFactory.getLogger(QuestionTimer.class);
  private static final long BEAT = TimeUnit.SECONDS.toNanos(1);

  private final ExecutorService threads;
  private final Runnable heartbeat;

  QuestionTimer(ExecutorService threads, Runnable heartbeat) {
    this.threads = requireNonNull(threads, "threads is null");
    this.heartbeat = requireNonNull(heartbeat, "heartbeat is null");
  }

  /**
   * Asks.
   *
   * @param limit how long it may take: connection, answer and judgement together
   * @throws ActivityCompletionException if the activity is canceled or over
   */
  CheckReply within(Duration limit, Callable<CheckReply> question) {
    Future<CheckReply> asked = threads.submit(question);
    long begin = System.nanoTime();
    try {
      for (long left = limit.toNanos(); left > 0; left = limit.toNanos() - since(begin)) {
        try {
          return printable(asked.get(Math.min(left, BEAT), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
          heartbeat.run();
        }
      }
      return CheckReply.none("no answer within %s".formatted(text(limit)));
    } catch (ExecutionException e) {
      return reply(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return CheckReply.none("the worker stops");
    } finally {
      asked.cancel(true);
    }
  }

  private static long since(long begin) {
    return System.nanoTime() - begin;
  }

  private static String text(Duration limit) {
    return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + "s" : limit.toMillis() + "ms";
  }

  /** Returns the answer where a question has failed. */
  static CheckReply reply(Throwable failure) {
    if (failure instanceof NoAnswerException || failure instanceof HubException) {
      return printable(CheckReply.none(failure.getMessage()));
    }
    if (failure instanceof VirtualMachineError fatal && !(failure instanceof StackOverflowError)) {
      throw fatal;
    }
    // Its text may hold what was sent, as a password.
    LOG.warn("A check could not be asked", failure);
    return CheckReply.none(
        "it could not be asked (%s): see the log of the worker"
            .formatted(failure.getClass().getSimpleName()));
  }

  /** Whoever is asked writes the text. */
  private static CheckReply printable(CheckReply reply) {
    return new CheckReply(
        reply.result(), PrintableText.line(reply.message(), CheckReply.LONGEST), reply.hash());
  }
}
