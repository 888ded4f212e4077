package dev.ose.server.admin;

import dev.ose.server.lifecycle.NodeState;
import io.swagger.v3.oas.annotations.Hidden;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells load balancers and the keeper whether this node lives and whether it serves; nothing more, to anyone. */
@RestController
@Hidden
public class HealthController {

    private final NodeState state;

    public HealthController(NodeState state) {
        this.state = state;
    }

    /** The whole answer. */
    record Health(String status) {}

    @GetMapping("/health/live")
    Health live() {
        return new Health("UP");
    }

    @GetMapping("/health/ready")
    ResponseEntity<Health> ready() {
        return state.isReady()
                ? ResponseEntity.ok(new Health("UP"))
                : ResponseEntity.status(503).body(new Health("DOWN"));
    }
}
