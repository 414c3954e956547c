import com.example.edge.Ruleset;
import com.example.edge.RulesetArgs;
import com.example.edge.enums.Phase;
import com.example.edge.inputs.RuleArgs;
import com.pulumi.Pulumi;

public final class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            var noScanners = new Ruleset("no-scanners", RulesetArgs.builder()
                .name("No scanners")
                .phase(Phase.Http_request_firewall_custom)
                .rules(RuleArgs.builder()
                    .ref("env-files")
                    .action("block")
                    .expression("ends_with(http.request.uri.path, \"/.env\")")
                    .build())
                .build());
            ctx.export("rulesetId", noScanners.rulesetId());
        });
    }
}
