export declare function wax2(): void;
